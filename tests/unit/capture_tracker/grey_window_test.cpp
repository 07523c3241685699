#include "capture/tracker/grey_window.h"

#include <gtest/gtest.h>

namespace mien {
namespace {

/// Brightness grows to the right.
Image ramp() {
    Image picture(100, 80, PixelFormat::gray8);
    for (int y = 0; y < picture.height; ++y)
        for (int x = 0; x < picture.width; ++x)
            picture.row(y)[static_cast<std::size_t>(x)] = static_cast<std::uint8_t>(2 * x + 20);
    return picture;
}

TEST(GreyWindow, ShowsWhatToPictureSays) {
    const Image picture = ramp();
    for (const float scale : {0.3F, 0.5F, 1.0F, 2.0F}) {
        for (const float turn : {0.0F, 0.5F, -1.2F}) {
            const GreyWindow window(picture, {50, 40, turn, scale, 12, 10});
            for (const auto& [x, y] : {std::pair{0, 0}, {11, 9}, {5, 3}}) {
                const Landmark at =
                    window.to_picture(static_cast<float>(x) + 0.5F, static_cast<float>(y) + 0.5F);
                EXPECT_NEAR(window.grey().row(y)[static_cast<std::size_t>(x)], 2 * (at.x - 0.5F) + 20, 1.0F)
                    << scale << " " << turn;
            }
        }
    }
}

TEST(GreyWindow, RepeatsTheBorderAndBrightens) {
    const GreyWindow outside(ramp(), {-500, 40, 0, 1, 4, 4});
    EXPECT_EQ(outside.grey().pixels[0], 20);
    const GreyWindow brighter(ramp(), {-500, 40, 0, 1, 4, 4, 3});
    EXPECT_EQ(brighter.grey().pixels[0], 60);
    const GreyWindow white(ramp(), {500, 40, 0, 1, 4, 4, 6});
    EXPECT_EQ(white.grey().pixels[0], 255);
}

TEST(GreyWindow, TakesColoursAsTheirLuma) {
    Image green(4, 4, PixelFormat::rgb8);
    for (std::size_t i = 1; i < green.pixels.size(); i += 3) green.pixels[i] = 200;
    EXPECT_NEAR(brightness(green, 2, 2), 200 * 0.587F, 1);
    EXPECT_NEAR(GreyWindow(green, {2, 2, 0, 1, 2, 2}).grey().pixels[0], 200 * 0.587F, 1);
}

TEST(GainFor, LiftsDarkPicturesAndLeavesOthers) {
    EXPECT_EQ(gain_for(ramp()), 1);
    Image dark = ramp();
    for (auto& pixel : dark.pixels) pixel = static_cast<std::uint8_t>(pixel / 5);
    EXPECT_NEAR(gain_for(dark), 150.0F / (210 / 5), 0.2F);
    EXPECT_EQ(gain_for(Image(8, 8, PixelFormat::gray8)), 6); // black: there is nothing to lift
    EXPECT_EQ(gain_for(Image()), 1);
}

TEST(Likeness, IsCorrelation) {
    const Image picture = ramp();
    EXPECT_NEAR(likeness(picture, picture), 1, 1e-5F);
    Image negative = picture;
    for (auto& pixel : negative.pixels) pixel = static_cast<std::uint8_t>(255 - pixel);
    EXPECT_NEAR(likeness(picture, negative), -1, 1e-5F);
    Image darker = picture;
    for (auto& pixel : darker.pixels) pixel = static_cast<std::uint8_t>(pixel / 2);
    EXPECT_GT(likeness(picture, darker), 0.99F);
    EXPECT_EQ(likeness(picture, Image(100, 80, PixelFormat::gray8)), 0);
}

} // namespace
} // namespace mien
