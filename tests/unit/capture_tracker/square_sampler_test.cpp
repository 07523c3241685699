#include "capture/tracker/square_sampler.h"

#include <cmath>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

namespace mien {
namespace {

/// Red grows to the right, green downwards, both linear, so that bilinear sampling is exact.
Image ramp(int width, int height) {
    Image picture(width, height, PixelFormat::rgb8);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            auto* pixel = &picture.row(y)[static_cast<std::size_t>(x) * 3];
            pixel[0] = static_cast<std::uint8_t>(x);
            pixel[1] = static_cast<std::uint8_t>(y);
            pixel[2] = 200;
        }
    return picture;
}

struct Input {
    explicit Input(int side_) : side(side_), values(static_cast<std::size_t>(side_ * side_ * 3)) {}
    network::InputView view() { return {values.data(), side, side, 3, static_cast<std::size_t>(side) * 3}; }
    const float* at(int x, int y) const { return &values[static_cast<std::size_t>((y * side + x) * 3)]; }
    int side;
    std::vector<float> values;
};

TEST(SquareRegion, GoesToThePictureAndBack) {
    const SquareRegion region{120, 80, 50, 0.7F};
    for (const auto& [u, v] : {std::pair{0.0F, 0.0F}, {1.0F, 0.0F}, {0.3F, 0.9F}, {0.5F, 0.5F}}) {
        const Landmark there = to_picture(region, u, v);
        const Landmark back = to_region(region, there.x, there.y);
        EXPECT_NEAR(back.x, u, 1e-5F);
        EXPECT_NEAR(back.y, v, 1e-5F);
    }
    const Landmark centre = to_picture(region, 0.5F, 0.5F);
    EXPECT_FLOAT_EQ(centre.x, 120);
    EXPECT_FLOAT_EQ(centre.y, 80);
}

TEST(SquareRegion, PositiveRotationIsClockwiseAsSeen) {
    const SquareRegion region{0, 0, 2, std::numbers::pi_v<float> / 2};
    const Landmark right = to_picture(region, 1, 0.5F); // its right side points down the picture
    EXPECT_NEAR(right.x, 0, 1e-6F);
    EXPECT_NEAR(right.y, 1, 1e-6F);
}

TEST(SquareSampler, OfAnUprightRegionOfTheInputsSizeCopiesThePixels) {
    const Image picture = ramp(64, 48);
    Input input(8);
    SquareSampler().sample(picture, {14, 24, 8, 0}, Outside::nearest_pixel, {0, 255}, input.view());
    EXPECT_NEAR(input.at(0, 0)[0], 10, 1e-4F);
    EXPECT_NEAR(input.at(7, 0)[0], 17, 1e-4F);
    EXPECT_NEAR(input.at(3, 5)[1], 25, 1e-4F);
    EXPECT_NEAR(input.at(3, 5)[2], 200, 1e-4F);
}

// What the sampler puts at an output pixel is what to_picture() says is there, whatever the turn and the
// size: on a linear ramp the value is the place.
TEST(SquareSampler, AgreesWithToPictureForTurnedAndScaledRegions) {
    const Image picture = ramp(200, 200);
    for (const float side : {10.0F, 33.0F, 60.0F, 95.0F}) {
        for (const float rotation : {0.0F, 0.4F, -1.1F, 2.5F}) {
            const SquareRegion region{100, 95, side, rotation};
            Input input(16);
            SquareSampler().sample(picture, region, Outside::nearest_pixel, {0, 255}, input.view());
            for (const auto& [x, y] : {std::pair{0, 0}, {15, 0}, {4, 11}, {15, 15}}) {
                const Landmark place = to_picture(region, (static_cast<float>(x) + 0.5F) / 16,
                                                  (static_cast<float>(y) + 0.5F) / 16);
                // Halving rounds to bytes: half a step.
                EXPECT_NEAR(input.at(x, y)[0], place.x - 0.5F, 0.6F) << side << " " << rotation;
                EXPECT_NEAR(input.at(x, y)[1], place.y - 0.5F, 0.6F) << side << " " << rotation;
            }
        }
    }
}

TEST(SquareSampler, RepeatsTheBorderOrLeavesBlackOutside) {
    const Image picture = ramp(32, 32);
    Input repeated(4);
    SquareSampler().sample(picture, {-20, 16, 8, 0}, Outside::nearest_pixel, {0, 1}, repeated.view());
    EXPECT_NEAR(repeated.at(0, 0)[2], 200.0F / 255, 1e-5F);
    Input black(4);
    SquareSampler().sample(picture, {-20, 16, 8, 0}, Outside::black, {-1, 1}, black.view());
    EXPECT_FLOAT_EQ(black.at(0, 0)[2], -1);
}

TEST(SquareSampler, HalvesBigRegionsSoThatAFinePatternBecomesItsMean) {
    Image picture(256, 256, PixelFormat::rgb8);
    for (int y = 0; y < 256; ++y)
        for (int x = 0; x < 256; ++x)
            for (std::size_t c = 0; c < 3; ++c)
                picture.row(y)[static_cast<std::size_t>(x) * 3 + c] = (x + y) % 2 == 0 ? 255 : 0;
    Input input(32);
    SquareSampler().sample(picture, {128, 128, 250, 0.3F}, Outside::black, {0, 255}, input.view());
    EXPECT_NEAR(input.at(16, 16)[0], 128, 1);
    EXPECT_NEAR(input.at(9, 20)[0], 128, 1);
}

TEST(SquareSampler, TakesGreyPicturesAsThreeEqualChannels) {
    Image picture(16, 16, PixelFormat::gray8);
    for (auto& pixel : picture.pixels) pixel = 77;
    Input input(4);
    SquareSampler().sample(picture, {8, 8, 8, 0.2F}, Outside::nearest_pixel, {0, 255}, input.view());
    for (std::size_t c = 0; c < 3; ++c) EXPECT_NEAR(input.at(2, 2)[c], 77, 1e-4F);
}

TEST(SquareSampler, SurvivesRegionsFarAwayAndPicturesOfOnePixel) {
    Image picture(1, 1, PixelFormat::rgb8);
    picture.pixels = {255, 0, 0};
    Input input(4);
    SquareSampler sampler;
    sampler.sample(picture, {1e20F, -1e20F, 50, 0}, Outside::nearest_pixel, {0, 1}, input.view());
    EXPECT_FLOAT_EQ(input.at(1, 1)[0], 1);
    sampler.sample(picture, {0.5F, 0.5F, 1e6F, 0}, Outside::nearest_pixel, {0, 1}, input.view());
    EXPECT_FLOAT_EQ(input.at(1, 1)[0], 1);
}

} // namespace
} // namespace mien
