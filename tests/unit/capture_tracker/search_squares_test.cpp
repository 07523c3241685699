#include "capture/tracker/search_squares.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "capture/tracker/face_detector.h"

namespace mien {
namespace {

TEST(WholePicture, HoldsEveryCornerHoweverItIsTurned) {
    for (const auto& [width, height] : {std::pair{640, 480}, {480, 640}, {100, 100}}) {
        const Image picture(width, height, PixelFormat::rgb8);
        for (const float turn : {0.0F, 0.5F, -1.2F, 1.6F}) {
            const SquareRegion square = whole_picture(picture, turn);
            for (const auto& [x, y] : {std::pair{0, 0}, {width, 0}, {0, height}, {width, height}}) {
                const Landmark at = to_region(square, static_cast<float>(x), static_cast<float>(y));
                EXPECT_GE(at.x, -1e-4F);
                EXPECT_LE(at.x, 1 + 1e-4F);
                EXPECT_GE(at.y, -1e-4F);
                EXPECT_LE(at.y, 1 + 1e-4F);
            }
        }
    }
}

// A face of half a small square's side lies wholly in one of them, wherever it is.
TEST(SearchSquares, CoverThePictureSoThatNoSmallFaceFallsBetweenThem) {
    for (const auto& [width, height] : {std::pair{640, 480}, {1280, 720}, {300, 900}, {512, 512}}) {
        const Image picture(width, height, PixelFormat::rgb8);
        const auto squares = search_squares(picture);
        EXPECT_EQ(squares[0].rotation, 0);
        EXPECT_FLOAT_EQ(squares[0].side, static_cast<float>(std::max(width, height)));
        const float small = static_cast<float>(std::min(width, height)) / 2;
        for (float y = small / 4; y < static_cast<float>(height) - small / 4; y += small / 8) {
            for (float x = small / 4; x < static_cast<float>(width) - small / 4; x += small / 8) {
                const bool covered = std::any_of(squares.begin(), squares.end(), [&](const SquareRegion& s) {
                    return s.side == small && std::abs(x - s.centre_x) <= small / 4 + 0.01F &&
                           std::abs(y - s.centre_y) <= small / 4 + 0.01F;
                });
                ASSERT_TRUE(covered) << width << "x" << height << " at " << x << ", " << y;
            }
        }
    }
}

TEST(SearchSquares, OfTinyAndNarrowPicturesAreFew) {
    for (const auto& [width, height] : {std::pair{1, 1}, {3000, 2}, {5000, 100}, {2, 2}}) {
        const auto squares = search_squares(Image(width, height, PixelFormat::rgb8));
        EXPECT_GE(squares.size(), 5U); // the whole picture and its turns
        EXPECT_LE(squares.size(), 48U);
    }
}

} // namespace
} // namespace mien
