#include "capture/source/camera_picture.h"

#include <array>

#include <gtest/gtest.h>

#include "media/image_io.h"

namespace mien {
namespace {

using namespace camera_format;
using Bytes = std::vector<std::uint8_t>;

/// BT.601 video range, in floating point: the oracle of the converters.
std::array<int, 3> rgb_of(int y, int u, int v) {
    const double light = 255.0 / 219 * (y - 16);
    const double cb = (u - 128) / 112.0;
    const double cr = (v - 128) / 112.0;
    const auto round = [](double x) { return static_cast<int>(std::clamp(x, 0.0, 255.0) + 0.5); };
    return {round(light + 255 * 0.5 * 1.402 * cr), round(light - 255 * 0.5 * (0.344136 * cb + 0.714136 * cr)),
            round(light + 255 * 0.5 * 1.772 * cb)};
}

void expect_pixel(const Image& picture, int x, int y, const std::array<int, 3>& expected) {
    for (std::size_t c = 0; c < 3; ++c)
        EXPECT_NEAR(picture.row(y)[static_cast<std::size_t>(x) * 3 + c], expected[c], 2)
            << x << ", " << y << ", channel " << c;
}

TEST(CameraPicture, PackedYuvInBothOrders) {
    const DeviceFormat yuyv_format{yuyv, 2, 2, 8}; // rows are padded to 8 bytes
    const Bytes yuyv_bytes = {81, 90, 170, 240, 0, 0, 0, 0, 16, 128, 235, 128};
    const auto picture = camera_picture(yuyv_format, yuyv_bytes);
    ASSERT_TRUE(picture) << picture.error().message;
    expect_pixel(*picture, 0, 0, rgb_of(81, 90, 240)); // red
    expect_pixel(*picture, 1, 0, rgb_of(170, 90, 240));
    expect_pixel(*picture, 0, 1, {0, 0, 0});
    expect_pixel(*picture, 1, 1, {255, 255, 255});
    const auto swapped =
        camera_picture({uyvy, 2, 2, 8}, Bytes{90, 81, 240, 170, 0, 0, 0, 0, 128, 16, 128, 235});
    EXPECT_EQ(swapped.value(), *picture);
}

TEST(CameraPicture, PlanarYuvOfOddSizesWithBothChromaLayouts) {
    // 3 x 3 luma in rows of 4, then 2 x 2 chroma.
    const Bytes luma = {16, 60, 100, 0, 140, 180, 220, 0, 235, 81, 41, 0};
    Bytes nv12_bytes = luma;
    nv12_bytes.insert(nv12_bytes.end(), {90, 240, 128, 128, 240, 110, 54, 34});
    const auto picture = camera_picture({nv12, 3, 3, 4}, nv12_bytes);
    ASSERT_TRUE(picture) << picture.error().message;
    expect_pixel(*picture, 0, 0, rgb_of(16, 90, 240));
    expect_pixel(*picture, 1, 1, rgb_of(180, 90, 240));
    expect_pixel(*picture, 2, 0, rgb_of(100, 128, 128));
    expect_pixel(*picture, 0, 2, rgb_of(235, 240, 110));
    expect_pixel(*picture, 2, 2, rgb_of(41, 54, 34));
    Bytes yu12_bytes = luma;
    yu12_bytes.insert(yu12_bytes.end(), {90, 128, 240, 54, 240, 128, 110, 34});
    EXPECT_EQ(camera_picture({yu12, 3, 3, 4}, yu12_bytes).value(), *picture);
}

TEST(CameraPicture, RgbInBothOrdersAndGrey) {
    const auto rgb = camera_picture({rgb3, 1, 2, 4}, Bytes{1, 2, 3, 0, 4, 5, 6});
    EXPECT_EQ(rgb.value().pixels, (Bytes{1, 2, 3, 4, 5, 6}));
    EXPECT_EQ(camera_picture({bgr3, 1, 2, 4}, Bytes{3, 2, 1, 0, 6, 5, 4}).value(), *rgb);
    const auto grey_picture = camera_picture({grey, 2, 1, 2}, Bytes{7, 8});
    EXPECT_EQ(grey_picture.value().format, PixelFormat::gray8);
    EXPECT_EQ(grey_picture->pixels, (Bytes{7, 8}));
}

TEST(CameraPicture, MotionJpegWithoutHuffmanTables) {
    auto jpeg = encode_jpeg(Image(16, 16, PixelFormat::rgb8)).value();
    // Takes the DHT segments (ff c4) out: cameras leave them away.
    for (std::size_t at = 2; at + 4 < jpeg.size() && jpeg[at] == 0xff;) {
        const std::size_t length = 2 + static_cast<std::size_t>(jpeg[at + 2]) * 256 + jpeg[at + 3];
        const auto segment = jpeg.begin() + static_cast<std::ptrdiff_t>(at);
        if (jpeg[at + 1] == 0xda) break;
        if (jpeg[at + 1] == 0xc4)
            jpeg.erase(segment, segment + static_cast<std::ptrdiff_t>(length));
        else
            at += length;
    }
    const auto picture = camera_picture({mjpg, 16, 16, 0}, jpeg);
    ASSERT_TRUE(picture) << picture.error().message;
    EXPECT_EQ(picture->width, 16);
}

TEST(CameraPicture, EveryShorterFrameIsRefused) {
    for (const FourCc format : {yuyv, uyvy, nv12, yu12, rgb3, bgr3, grey}) {
        const DeviceFormat device{format, 5, 3, 16};
        Bytes whole(16 * 5, 100);
        while (camera_picture(device, whole)) whole.pop_back();
        for (std::size_t size = 0; size <= whole.size(); ++size)
            EXPECT_FALSE(camera_picture(device, {whole.data(), size})) << format << ", " << size;
        EXPECT_GT(whole.size(), 30u);
    }
}

TEST(CameraPicture, ADriversNonsenseIsRefused) {
    const Bytes bytes(1000, 0);
    EXPECT_FALSE(camera_picture({four_cc('H', '2', '6', '4'), 4, 4, 4}, bytes));
    EXPECT_FALSE(camera_picture({yuyv, 4, 4, 7}, bytes)) << "a stride that is shorter than a row";
    EXPECT_FALSE(camera_picture({yuyv, 0, 4, 8}, bytes));
    EXPECT_FALSE(camera_picture({yuyv, 4, -4, 8}, bytes));
    EXPECT_FALSE(camera_picture({mjpg, 16, 16, 0}, encode_jpeg(Image(8, 8, PixelFormat::rgb8)).value()));
}

} // namespace
} // namespace mien
