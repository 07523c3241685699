#include "media/image_io.h"

#include <algorithm>
#include <fstream>

#include <webp/encode.h>

#include "base/file.h"
#include "tests/support/paths.h"
#include "tests/unit/media/png_bytes.h"

namespace mien {
namespace {

using Bytes = std::vector<std::uint8_t>;

Image gradient(int width, int height, PixelFormat format) {
    Image picture(width, height, format);
    for (int y = 0; y < height; ++y)
        for (std::size_t i = 0; i < picture.stride(); ++i)
            picture.row(y)[i] = static_cast<std::uint8_t>(i * 3 + static_cast<std::size_t>(y) * 5);
    return picture;
}

Bytes webp_of(const Image& picture) {
    std::uint8_t* out = nullptr;
    const std::size_t size = WebPEncodeLosslessRGBA(picture.pixels.data(), picture.width, picture.height,
                                                    static_cast<int>(picture.stride()), &out);
    Bytes bytes(out, out + size);
    WebPFree(out);
    return bytes;
}

/// The JPEG with an EXIF segment that says how to turn it, in little or big byte order.
Bytes with_exif_orientation(Bytes jpeg, std::uint8_t value, bool little) {
    const Bytes tiff = little ? Bytes{'I', 'I', 42, 0, 8, 0,     0, 0, 1, 0, 0x12, 0x01, 3,
                                      0,   1,   0,  0, 0, value, 0, 0, 0, 0, 0,    0,    0}
                              : Bytes{'M', 'M', 0, 42, 0, 0, 0,     8, 0, 1, 0x01, 0x12, 0,
                                      3,   0,   0, 0,  1, 0, value, 0, 0, 0, 0,    0,    0};
    Bytes segment = {0xff, 0xe1, 0, static_cast<std::uint8_t>(tiff.size() + 8), 'E', 'x', 'i', 'f', 0, 0};
    segment.insert(segment.end(), tiff.begin(), tiff.end());
    jpeg.insert(jpeg.begin() + 2, segment.begin(), segment.end());
    return jpeg;
}

TEST(ImageIo, PngKeepsEveryPixelOfEveryFormat) {
    for (const PixelFormat format : {PixelFormat::gray8, PixelFormat::rgb8, PixelFormat::rgba8}) {
        const Image picture = gradient(13, 7, format);
        const auto bytes = encode_png(picture);
        ASSERT_TRUE(bytes);
        const auto read = decode_image(*bytes, "test");
        ASSERT_TRUE(read) << read.error().message;
        EXPECT_EQ(*read, picture);
        EXPECT_EQ(*encode_png(picture), *bytes) << "same input, same bytes";
    }
}

TEST(ImageIo, JpegComesCloseInGreyAndColour) {
    for (const PixelFormat format : {PixelFormat::gray8, PixelFormat::rgb8}) {
        Image picture(32, 24, format);
        std::fill(picture.pixels.begin(), picture.pixels.end(), std::uint8_t{120});
        const auto read = decode_image(encode_jpeg(picture).value(), "test");
        ASSERT_TRUE(read) << read.error().message;
        EXPECT_EQ(read->format, format);
        ASSERT_EQ(read->pixels.size(), picture.pixels.size());
        for (const std::uint8_t value : read->pixels) EXPECT_NEAR(value, 120, 2);
    }
}

TEST(ImageIo, WebpWithAlphaIsExact) {
    const Image picture = gradient(9, 5, PixelFormat::rgba8);
    const auto read = decode_image(webp_of(picture), "test");
    ASSERT_TRUE(read) << read.error().message;
    ASSERT_EQ(read->format, PixelFormat::rgba8);
    // Lossless WebP may change the colour of pixels that are wholly transparent.
    for (std::size_t i = 0; i < picture.pixels.size(); i += 4)
        if (picture.pixels[i + 3] != 0) {
            EXPECT_TRUE(std::equal(&picture.pixels[i], &picture.pixels[i] + 4, &read->pixels[i]));
        }
}

TEST(ImageIo, SixteenBitPngsAreReducedToTheNearest) {
    const Bytes png = test::png_bytes({.width = 3, .height = 1, .bit_depth = 16, .colour_type = 0},
                                      {0, 0xff, 0xff, 0x80, 0x80, 0x01, 0x00});
    EXPECT_EQ(decode_image(png, "test").value().pixels, (Bytes{255, 128, 1}));
}

TEST(ImageIo, PalettesAreExpandedWithTheirTransparency) {
    const test::PngHeader header{.width = 4, .height = 1, .bit_depth = 2, .colour_type = 3};
    const Bytes palette = {1, 2, 3, 10, 20, 30};
    const Bytes rows = {0, 0b01000100};
    const auto opaque = decode_image(test::png_bytes(header, rows, palette), "test");
    EXPECT_EQ(opaque.value().format, PixelFormat::rgb8);
    EXPECT_EQ(opaque->pixels, (Bytes{10, 20, 30, 1, 2, 3, 10, 20, 30, 1, 2, 3}));
    const auto keyed = decode_image(test::png_bytes(header, rows, palette, {0, 77}), "test");
    EXPECT_EQ(keyed.value().format, PixelFormat::rgba8);
    EXPECT_EQ(keyed->pixels, (Bytes{10, 20, 30, 77, 1, 2, 3, 0, 10, 20, 30, 77, 1, 2, 3, 0}));
}

TEST(ImageIo, OneBitGreyAndGreyWithAlphaAreExpanded) {
    const auto bits = decode_image(
        test::png_bytes({.width = 3, .height = 1, .bit_depth = 1, .colour_type = 0}, {0, 0b10100000}),
        "test");
    EXPECT_EQ(bits.value().pixels, (Bytes{255, 0, 255}));
    const auto alpha = decode_image(
        test::png_bytes({.width = 1, .height = 1, .bit_depth = 8, .colour_type = 4}, {0, 50, 60}), "test");
    EXPECT_EQ(alpha.value().format, PixelFormat::rgba8);
    EXPECT_EQ(alpha->pixels, (Bytes{50, 50, 50, 60}));
}

TEST(ImageIo, ExifOrientationSetsPhotographsUpright) {
    // Left half black, right half white: after a quarter turn clockwise black is on top.
    Image picture(32, 16, PixelFormat::gray8);
    for (int y = 0; y < 16; ++y)
        std::fill(picture.row(y).begin() + 16, picture.row(y).end(), std::uint8_t{255});
    const Bytes jpeg = encode_jpeg(picture, 100).value();
    for (const bool little : {true, false}) {
        const auto turned = decode_image(with_exif_orientation(jpeg, 6, little), "test");
        ASSERT_TRUE(turned) << turned.error().message;
        EXPECT_EQ(turned->width, 16);
        EXPECT_EQ(turned->height, 32);
        EXPECT_LT(turned->row(2)[8], 20);
        EXPECT_GT(turned->row(29)[8], 235);
        const auto mirrored = decode_image(with_exif_orientation(jpeg, 2, little), "test");
        EXPECT_GT(mirrored.value().row(8)[2], 235);
        const auto nonsense = decode_image(with_exif_orientation(jpeg, 9, little), "test");
        EXPECT_EQ(nonsense.value().width, 32);
    }
}

TEST(ImageIo, RefusesAPictureLargerThanTheLimitByItsHeader) {
    const Bytes png = test::png_bytes({.width = 60000, .height = 60000}, {0});
    const auto read = decode_image(png, "huge.png");
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().code, ErrorCode::unreadable);
    EXPECT_NE(read.error().message.find("huge.png"), std::string::npos);
    EXPECT_NE(read.error().message.find("60000"), std::string::npos);
    EXPECT_FALSE(
        decode_image(encode_png(gradient(11, 10, PixelFormat::rgb8)).value(), "x", {.max_pixels = 109}));
    EXPECT_FALSE(
        decode_image(encode_jpeg(gradient(11, 10, PixelFormat::rgb8)).value(), "x", {.max_pixels = 109}));
    EXPECT_FALSE(decode_image(webp_of(gradient(11, 10, PixelFormat::rgba8)), "x", {.max_pixels = 109}));
}

TEST(ImageIo, RefusesAHeaderThatPromisesMoreThanTheFileCanHold) {
    const auto read = decode_image(test::png_bytes({.width = 8000, .height = 8000}, {0}), "false.png");
    ASSERT_FALSE(read);
    EXPECT_NE(read.error().message.find("cannot hold"), std::string::npos) << read.error().message;
}

TEST(ImageIo, RefusesWhatIsNoPictureAndNamesIt) {
    for (const Bytes& bytes : {Bytes{}, Bytes{0x89}, Bytes{'G', 'I', 'F', '8', '9', 'a'}, Bytes(100, 0)}) {
        EXPECT_FALSE(looks_like_image(bytes));
        const auto read = decode_image(bytes, "notes.txt");
        ASSERT_FALSE(read);
        EXPECT_EQ(read.error().code, ErrorCode::unreadable);
        EXPECT_NE(read.error().message.find("notes.txt"), std::string::npos);
    }
}

class DamagedPicture : public testing::TestWithParam<std::pair<const char*, Bytes>> {};

TEST_P(DamagedPicture, IsRefusedWhereverItIsCut) {
    const Bytes& whole = GetParam().second;
    ASSERT_TRUE(decode_image(whole, "whole"));
    ASSERT_TRUE(looks_like_image(whole));
    // The last bytes of a JPEG (its end mark) and of a PNG (the end chunk) may not carry pixels, but a file
    // without them is cut all the same.
    for (std::size_t length = 0; length < whole.size(); ++length) {
        const auto read = decode_image({whole.data(), length}, "cut");
        ASSERT_FALSE(read) << "cut at " << length << " of " << whole.size();
        EXPECT_EQ(read.error().code, ErrorCode::unreadable);
        EXPECT_EQ(read.error().message.find('\n'), std::string::npos);
    }
}

TEST_P(DamagedPicture, NeverCrashesWithAnyByteChanged) {
    const Bytes& whole = GetParam().second;
    for (std::size_t at = 0; at < whole.size(); ++at) {
        for (const int change : {0xff, 0x01, 0x80}) {
            Bytes damaged = whole;
            damaged[at] = static_cast<std::uint8_t>(damaged[at] ^ change);
            // Either way is fine; what matters is that it returns, and bounded.
            if (const auto read = decode_image(damaged, "flipped", {.max_pixels = 1 << 20})) {
                EXPECT_LE(read->pixels.size(), 4u << 20);
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(
    ImageIo, DamagedPicture,
    testing::Values(std::pair{"png", encode_png(gradient(13, 7, PixelFormat::rgb8)).value()},
                    std::pair{"jpeg", encode_jpeg(gradient(24, 16, PixelFormat::rgb8)).value()},
                    std::pair{"exif",
                              with_exif_orientation(encode_jpeg(gradient(9, 9, PixelFormat::gray8)).value(),
                                                    6, false)},
                    std::pair{"webp", webp_of(gradient(9, 5, PixelFormat::rgba8))}),
    [](const auto& named) { return named.param.first; });

TEST(ImageIo, WritesByExtensionAndReadsByContent) {
    const test::TemporaryFolder folder;
    const Image picture = gradient(8, 8, PixelFormat::rgb8);
    ASSERT_TRUE(write_image(folder.path() / "a.PNG", picture));
    EXPECT_EQ(read_image(folder.path() / "a.PNG").value(), picture);
    ASSERT_TRUE(write_image(folder.path() / "a.jpeg", picture));
    std::filesystem::rename(folder.path() / "a.jpeg", folder.path() / "b.png");
    EXPECT_TRUE(read_image(folder.path() / "b.png"));
    const auto refused = write_image(folder.path() / "a.bmp", picture);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::usage);
    const auto nowhere = write_image(folder.path() / "missing" / "a.png", picture);
    ASSERT_FALSE(nowhere);
    EXPECT_EQ(nowhere.error().code, ErrorCode::unavailable);
    EXPECT_FALSE(encode_png({}));
    EXPECT_FALSE(encode_jpeg({}));
}

TEST(ImageIo, ReadsEveryStillOfTheTestData) {
    MIEN_NEEDS_SHARED("data/stills");
    int read_count = 0;
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(test::shared_dir() / "data/stills")) {
        const std::string extension = entry.path().extension();
        if (extension != ".jpg" && extension != ".png") continue;
        const auto read = read_image(entry.path());
        EXPECT_TRUE(read) << read.error().message;
        ++read_count;
    }
    EXPECT_EQ(read_count, 24);
}

} // namespace
} // namespace mien
