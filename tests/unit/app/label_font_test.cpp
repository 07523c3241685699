#include "app/label_font.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

namespace mien {
namespace {

Image written(std::string_view text, int x = 0, int y = 0) {
    Image picture(64, 12, PixelFormat::gray8);
    write_label(picture, text, x, y);
    return picture;
}

TEST(LabelFont, EveryLetterOfANameLooksDifferent) {
    const std::string known = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-=:,()";
    for (std::size_t i = 0; i < known.size(); ++i)
        for (std::size_t j = i + 1; j < known.size(); ++j)
            EXPECT_NE(written(known.substr(i, 1)), written(known.substr(j, 1))) << known[i] << known[j];
}

TEST(LabelFont, WhatItLacksIsABox) {
    EXPECT_EQ(written("\xc3"), written("\x01"));
    EXPECT_NE(written("\x01"), written(" "));
}

TEST(LabelFont, WritesNothingOutsideThePicture) {
    const Image blank(64, 12, PixelFormat::gray8);
    EXPECT_EQ(written("jaw", 64, 0), blank);
    EXPECT_EQ(written("jaw", 0, -20), blank);
    EXPECT_NE(written("jaw", -3, 8), blank) << "half of it is inside";
}

} // namespace
} // namespace mien
