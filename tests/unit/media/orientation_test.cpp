#include "media/orientation.h"

#include <gtest/gtest.h>

#include "media/exif.h"

namespace mien {
namespace {

/// 3 x 2 pixels, numbered in reading order.
Image numbered(PixelFormat format) {
    Image picture(3, 2, format);
    const auto channels = static_cast<std::size_t>(picture.channels());
    for (std::size_t i = 0; i < 6; ++i) picture.pixels[i * channels] = static_cast<std::uint8_t>(i + 1);
    return picture;
}

std::vector<int> numbers_of(const Image& picture) {
    std::vector<int> numbers;
    for (std::size_t i = 0; i < picture.pixels.size(); i += static_cast<std::size_t>(picture.channels()))
        numbers.push_back(picture.pixels[i]);
    return numbers;
}

TEST(Orientation, EachExifValueSetsThePictureUpright) {
    struct Case {
        int value;
        std::vector<int> upright;
        int width;
    };
    const std::vector<Case> cases = {
        {1, {1, 2, 3, 4, 5, 6}, 3}, {2, {3, 2, 1, 6, 5, 4}, 3}, {3, {6, 5, 4, 3, 2, 1}, 3},
        {4, {4, 5, 6, 1, 2, 3}, 3}, {5, {1, 4, 2, 5, 3, 6}, 2}, {6, {4, 1, 5, 2, 6, 3}, 2},
        {7, {6, 3, 5, 2, 4, 1}, 2}, {8, {3, 6, 2, 5, 1, 4}, 2}, {0, {1, 2, 3, 4, 5, 6}, 3},
        {9, {1, 2, 3, 4, 5, 6}, 3},
    };
    for (const Case& c : cases) {
        for (const PixelFormat format : {PixelFormat::gray8, PixelFormat::rgb8, PixelFormat::rgba8}) {
            const Image upright = oriented(numbered(format), orientation_from_exif(c.value));
            EXPECT_EQ(numbers_of(upright), c.upright) << "value " << c.value;
            EXPECT_EQ(upright.width, c.width) << "value " << c.value;
            EXPECT_EQ(upright.height, 6 / c.width) << "value " << c.value;
        }
    }
}

TEST(Orientation, FourQuarterTurnsOfALargePictureChangeNothing) {
    Image picture(71, 45, PixelFormat::rgb8);
    for (std::size_t i = 0; i < picture.pixels.size(); ++i)
        picture.pixels[i] = static_cast<std::uint8_t>(i * 7);
    Image turned = picture;
    for (int i = 0; i < 4; ++i) turned = oriented(std::move(turned), {.mirrored = false, .quarter_turns = 1});
    EXPECT_EQ(turned, picture);
    EXPECT_EQ(oriented(oriented(picture, {true, 1}), {true, 1}), picture);
}

TEST(Exif, WhatIsCutOrPointsOutsideCountsAsUpright) {
    const std::vector<std::uint8_t> good = {'E', 'x', 'i',  'f',  0, 0, 'I', 'I', 42, 0, 8, 0, 0, 0,
                                            1,   0,   0x12, 0x01, 3, 0, 1,   0,   0,  0, 6, 0, 0, 0};
    EXPECT_EQ(exif_orientation(good), orientation_from_exif(6));
    // Up to the two bytes of the value itself.
    for (std::size_t length = 0; length < good.size() - 3; ++length)
        EXPECT_TRUE(exif_orientation({good.data(), length}).upright()) << length;
    std::vector<std::uint8_t> far = good;
    far[10] = far[11] = far[12] = far[13] = 0xff; // the directory lies 4 GB away
    EXPECT_TRUE(exif_orientation(far).upright());
}

} // namespace
} // namespace mien
