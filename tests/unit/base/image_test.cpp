#include "base/image.h"

#include <gtest/gtest.h>

namespace mien {
namespace {

Image one_pixel(PixelFormat format, std::vector<std::uint8_t> bytes) {
    Image image(1, 1, format);
    image.pixels = std::move(bytes);
    return image;
}

TEST(Image, ConvertsBetweenAllFormats) {
    const Image red = one_pixel(PixelFormat::rgb8, {255, 0, 0});
    EXPECT_EQ(convert(red, PixelFormat::rgba8).pixels, (std::vector<std::uint8_t>{255, 0, 0, 255}));
    EXPECT_NEAR(convert(red, PixelFormat::gray8).pixels[0], 76, 1);
    const Image clear = one_pixel(PixelFormat::rgba8, {1, 2, 3, 0});
    EXPECT_EQ(convert(clear, PixelFormat::rgb8).pixels, (std::vector<std::uint8_t>{1, 2, 3}));
    const Image grey = one_pixel(PixelFormat::gray8, {9});
    EXPECT_EQ(convert(grey, PixelFormat::rgb8).pixels, (std::vector<std::uint8_t>{9, 9, 9}));
    EXPECT_EQ(convert(grey, PixelFormat::rgba8).pixels, (std::vector<std::uint8_t>{9, 9, 9, 255}));
}

TEST(Image, WhiteStaysWhiteInGrey) {
    EXPECT_EQ(convert(one_pixel(PixelFormat::rgb8, {255, 255, 255}), PixelFormat::gray8).pixels[0], 255);
}

} // namespace
} // namespace mien
