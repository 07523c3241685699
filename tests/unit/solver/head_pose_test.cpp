#include <gtest/gtest.h>

#include <cmath>

#include "solver/rigid_fit.h"
#include "solver/scheme_layout.h"
#include "synthetic_face.h"

namespace mien {
namespace {

using test::at;
using test::before_camera;

/// The pose that the fit finds for a face, as HeadPose.
HeadPose found(const test::SyntheticFace& face, const LandmarkFrame& frame, double vertical_fov = 45) {
    const auto camera = CameraModel::from_field_of_view(frame.image_width, frame.image_height, vertical_fov);
    const auto fit =
        fit_rigid(frame.points, test::average_face(face.scheme).points, *layout_of(face.scheme), camera);
    EXPECT_TRUE(fit.has_value());
    HeadPose pose;
    if (!fit) return pose;
    const Eigen::Vector3d eyes = (fit->rotation * eyes_middle() + fit->translation) * metres_per_unit;
    pose.x = static_cast<float>(eyes.x());
    pose.y = static_cast<float>(eyes.y());
    pose.z = static_cast<float>(eyes.z());
    set_rotation(pose, fit->rotation);
    return pose;
}

class HeadPose_ : public testing::TestWithParam<Scheme> {};

TEST_P(HeadPose_, IsExactForPerfectLandmarksOfTheAverageHead) {
    const test::SyntheticFace face = test::average_face(GetParam());
    for (const float yaw : {-55.0F, -20.0F, 0.0F, 35.0F}) {
        for (const float pitch : {-25.0F, 0.0F, 20.0F}) {
            for (const float roll : {-30.0F, 0.0F, 15.0F}) {
                HeadPose truth = before_camera(yaw, pitch, roll);
                truth.x = 0.08F;
                truth.y = -0.05F;
                const HeadPose pose = found(face, see(face, truth, at(0)));
                EXPECT_NEAR(pose.yaw, yaw, 0.05) << pitch << ' ' << roll;
                EXPECT_NEAR(pose.pitch, pitch, 0.05) << yaw << ' ' << roll;
                EXPECT_NEAR(pose.roll, roll, 0.05) << yaw << ' ' << pitch;
                EXPECT_NEAR(pose.x, truth.x, 0.001);
                EXPECT_NEAR(pose.y, truth.y, 0.001);
                EXPECT_NEAR(pose.z, truth.z, 0.001);
            }
        }
    }
}

TEST_P(HeadPose_, OfAFaceParallelToTheCameraIsStraightAheadWhereverItIsInThePicture) {
    const test::SyntheticFace face = test::average_face(GetParam());
    // 80 % of the width of a view of 70 degrees across.
    const test::View view{.width = 640, .height = 480, .vertical_fov = 55.4};
    for (const float x : {-0.33F, -0.15F, 0.15F, 0.33F}) {
        HeadPose truth = before_camera();
        truth.x = x;
        const HeadPose pose = found(face, see(face, truth, at(0), view), view.vertical_fov);
        EXPECT_NEAR(pose.yaw, 0, 2);
        EXPECT_NEAR(pose.pitch, 0, 2);
        EXPECT_NEAR(pose.roll, 0, 0.6);
    }
}

TEST_P(HeadPose_, DoesNotDependOnTheResolution) {
    const test::SyntheticFace face = test::average_face(GetParam());
    const HeadPose truth = before_camera(15, -8, 5);
    for (const auto& [width, height] : {std::pair{640, 480}, std::pair{1280, 960}, std::pair{320, 240}}) {
        const HeadPose pose = found(face, see(face, truth, at(0), {.width = width, .height = height}));
        EXPECT_NEAR(pose.yaw, 15, 0.1);
        EXPECT_NEAR(pose.pitch, -8, 0.1);
        EXPECT_NEAR(pose.z, -0.6, 0.002);
    }
}

INSTANTIATE_TEST_SUITE_P(Schemes, HeadPose_, testing::Values(Scheme::mesh478, Scheme::ibug68),
                         [](const auto& test) { return test.param == Scheme::mesh478 ? "Mesh" : "Ibug"; });

TEST(HeadPose, AnglesSurviveTheWayThroughARotation) {
    for (const float yaw : {-170.0F, -40.0F, 0.0F, 77.0F}) {
        for (const float pitch : {-80.0F, -10.0F, 0.0F, 45.0F}) {
            for (const float roll : {-100.0F, 0.0F, 12.0F}) {
                HeadPose pose;
                set_rotation(pose, rotation_of(before_camera(yaw, pitch, roll)));
                EXPECT_NEAR(pose.yaw, yaw, 1e-3);
                EXPECT_NEAR(pose.pitch, pitch, 1e-3);
                EXPECT_NEAR(pose.roll, roll, 1e-3);
            }
        }
    }
}

TEST(HeadPose, SignsAreThoseOfTheDesign) {
    // +yaw turns the nose to the picture's right, +pitch down, +roll lifts the right side of the picture.
    const test::SyntheticFace face = test::average_face(Scheme::mesh478);
    const auto nose = [&](const HeadPose& pose) { return see(face, pose, at(0)).points[4]; };
    const auto corner = [&](const HeadPose& pose) { return see(face, pose, at(0)).points[263]; };
    EXPECT_GT(nose(before_camera(20)).x, nose(before_camera()).x + 5);
    EXPECT_GT(nose(before_camera(0, 20)).y, nose(before_camera()).y + 5);
    EXPECT_LT(corner(before_camera(0, 0, 20)).y, corner(before_camera()).y - 5);
    EXPECT_GT(found(face, see(face, before_camera(20), at(0))).yaw, 19);
    EXPECT_GT(found(face, see(face, before_camera(0, 20), at(0))).pitch, 19);
    EXPECT_GT(found(face, see(face, before_camera(0, 0, 20), at(0))).roll, 19);
}

TEST(HeadPose, PointsOnOneSpotGiveNoPose) {
    LandmarkFrame frame;
    frame.points.assign(478, Landmark{100, 100, 0});
    const auto camera = CameraModel::from_field_of_view(640, 480, 45);
    EXPECT_FALSE(fit_rigid(frame.points, test::average_face(Scheme::mesh478).points,
                           *layout_of(Scheme::mesh478), camera));
}

TEST(HeadPose, ATempleOnAStrayObjectTurnsTheHeadLittle) {
    const test::SyntheticFace face = test::average_face(Scheme::mesh478);
    LandmarkFrame frame = see(face, before_camera(10, 5), at(0));
    for (const int temple : {127, 162, 21, 54}) frame.points[static_cast<std::size_t>(temple)].x -= 25;
    const HeadPose pose = found(face, frame);
    EXPECT_NEAR(pose.yaw, 10, 1.5);
    EXPECT_NEAR(pose.pitch, 5, 1.5);
}

} // namespace
} // namespace mien
