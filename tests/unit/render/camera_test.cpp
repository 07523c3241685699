#include "render/camera.h"

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

namespace mien {
namespace {

/// Where a world point lands, -1..1 each way; y up.
glm::vec3 projected(const Camera& camera, const glm::vec3& point, float aspect = 1) {
    const glm::vec4 clip = camera.projection(aspect) * camera.view() * glm::vec4(point, 1);
    return glm::vec3(clip) / clip.w;
}

TEST(Camera, LooksAlongMinusZWithTheAvatarsLeftOnTheRight) {
    const Camera camera{.distance = 2};
    EXPECT_NEAR(projected(camera, {0, 0, 0}).x, 0, 1e-6f);
    EXPECT_NEAR(projected(camera, {0, 0, 0}).y, 0, 1e-6f);
    EXPECT_GT(projected(camera, {0.1f, 0, 0}).x, 0.1f);
    EXPECT_GT(projected(camera, {0, 0.1f, 0}).y, 0.1f);
    EXPECT_LT(projected(camera, {0, 0, 0.5f}).z, projected(camera, {0, 0, -0.5f}).z) << "+z is nearer";
}

TEST(Camera, YawOf90StandsAtTheAvatarsLeft) {
    const Camera camera{.distance = 2, .yaw = 90};
    EXPECT_LT(projected(camera, {0.5f, 0, 0}).z, projected(camera, {-0.5f, 0, 0}).z);
    EXPECT_LT(projected(camera, {0, 0, 0.1f}).x, 0) << "its front is on the left then";
}

TEST(Camera, PitchOf90LooksStraightDown) {
    const Camera camera{.distance = 2, .pitch = 90};
    EXPECT_LT(projected(camera, {0, 0.5f, 0}).z, projected(camera, {0, -0.5f, 0}).z);
    EXPECT_LT(projected(camera, {0, 0, 0.1f}).y, 0) << "its front is at the bottom then";
    EXPECT_GT(projected(camera, {0.1f, 0, 0}).x, 0);
}

TEST(Camera, SeesItsTargetAtAnyDistance) {
    for (const float distance : {1e-3f, 0.1f, 2.0f, 500.0f}) {
        const glm::vec3 point = projected(Camera{.target = {1, 2, 3}, .distance = distance}, {1, 2, 3});
        EXPECT_GT(point.z, -1) << distance;
        EXPECT_LT(point.z, 1) << distance;
    }
}

TEST(Camera, AspectWidensTheHorizontal) {
    const Camera camera{.distance = 2};
    EXPECT_NEAR(projected(camera, {0.1f, 0.1f, 0}, 2).x * 2, projected(camera, {0.1f, 0.1f, 0}, 1).x, 1e-6f);
    EXPECT_NEAR(projected(camera, {0.1f, 0.1f, 0}, 2).y, projected(camera, {0.1f, 0.1f, 0}, 1).y, 1e-6f);
}

} // namespace
} // namespace mien
