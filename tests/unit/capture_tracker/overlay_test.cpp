#include "capture/overlay.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace mien {
namespace {

LandmarkFrame face_frame(Scheme scheme) {
    LandmarkFrame frame;
    frame.tracked = true;
    frame.quality = 0.5F;
    frame.scheme = scheme;
    frame.image_width = 200;
    frame.image_height = 200;
    // On a circle: each contour is then a chord, and all points are apart.
    for (std::size_t i = 0; i < point_count(scheme); ++i) {
        const float angle = static_cast<float>(i) * 2.3999632F;
        const float radius = 20 + 60 * static_cast<float>(i) / static_cast<float>(point_count(scheme));
        frame.points.push_back({100 + radius * std::cos(angle), 100 + radius * std::sin(angle), 0});
    }
    return frame;
}

bool is_drawn_near(const Image& picture, const Landmark& p) {
    for (int y = static_cast<int>(p.y) - 2; y <= static_cast<int>(p.y) + 2; ++y)
        for (int x = static_cast<int>(p.x) - 2; x <= static_cast<int>(p.x) + 2; ++x)
            if (picture.row(y)[static_cast<std::size_t>(x) * 3] +
                    picture.row(y)[static_cast<std::size_t>(x) * 3 + 1] >
                60)
                return true;
    return false;
}

TEST(Overlay, DrawsAtTheLidsLipsBrowsAndIrises) {
    Image picture(200, 200, PixelFormat::rgb8);
    const LandmarkFrame frame = face_frame(Scheme::mesh478);
    draw_landmarks(picture, frame);
    for (const std::size_t point : {33, 133, 263, 362, 61, 291, 13, 14, 70, 300, 10, 152})
        EXPECT_TRUE(is_drawn_near(picture, frame.points[point])) << point;
    const Landmark& centre = frame.points[468];
    const float radius = (std::hypot(frame.points[469].x - centre.x, frame.points[469].y - centre.y) +
                          std::hypot(frame.points[470].x - centre.x, frame.points[470].y - centre.y) +
                          std::hypot(frame.points[471].x - centre.x, frame.points[471].y - centre.y) +
                          std::hypot(frame.points[472].x - centre.x, frame.points[472].y - centre.y)) /
                         4;
    const Landmark rim{centre.x, centre.y + radius, 0};
    ASSERT_LT(rim.y, 197);
    EXPECT_TRUE(is_drawn_near(picture, rim));
}

TEST(Overlay, DrawsTheSixtyEightPoints) {
    Image picture(200, 200, PixelFormat::rgb8);
    const LandmarkFrame frame = face_frame(Scheme::ibug68);
    draw_landmarks(picture, frame);
    for (const Landmark& point : frame.points) EXPECT_TRUE(is_drawn_near(picture, point));
}

TEST(Overlay, LeavesThePictureAloneWhereNothingIsTracked) {
    Image picture(50, 50, PixelFormat::rgb8);
    LandmarkFrame frame = face_frame(Scheme::mesh478);
    frame.tracked = false;
    draw_landmarks(picture, frame);
    EXPECT_EQ(picture, Image(50, 50, PixelFormat::rgb8));
    frame.tracked = true;
    frame.points.pop_back(); // not the scheme's number of points
    draw_landmarks(picture, frame);
    EXPECT_EQ(picture, Image(50, 50, PixelFormat::rgb8));
}

TEST(Overlay, SurvivesPointsOutsideAndPointsThatAreNoNumbers) {
    Image picture(40, 30, PixelFormat::rgb8);
    LandmarkFrame frame = face_frame(Scheme::mesh478);
    frame.points[10] = {1e30F, -1e30F, 0};
    frame.points[33].x = std::numeric_limits<float>::quiet_NaN();
    frame.points[468].y = std::numeric_limits<float>::infinity();
    frame.quality = std::numeric_limits<float>::quiet_NaN();
    draw_landmarks(picture, frame);
    EXPECT_EQ(picture.width, 40);
}

} // namespace
} // namespace mien
