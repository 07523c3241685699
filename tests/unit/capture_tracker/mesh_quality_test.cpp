#include "capture/tracker/mesh_quality.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace mien {
namespace {

// Points on a grid of 200 pixels with the outer corners of the eyes 90 apart: all that the quality looks at.
MeshLook plain_look() {
    MeshLook look;
    for (std::size_t i = 0; i < look.points.size(); ++i)
        look.points[i] = {100 + static_cast<float>(i % 20) * 10, 100 + static_cast<float>(i / 20) * 8, 0};
    look.points[33] = {150, 150, 0};
    look.points[263] = {240, 150, 0};
    look.presence = 1;
    look.misfit = 0.08;
    return look;
}
constexpr MeshCircumstances calm{640, 480, 0.2F};

TEST(MeshQuality, IsOneForAPlainFace) {
    EXPECT_EQ(mesh_quality(plain_look(), calm), 1);
}

TEST(MeshQuality, FallsWithEachThingThatGoesWrong) {
    MeshLook unsure = plain_look();
    unsure.presence = 0.6F;
    MeshLook bent = plain_look();
    bent.misfit = 0.16;
    MeshLook small = plain_look();
    for (Landmark& p : small.points) p = {p.x / 5, p.y / 5, 0};
    MeshLook cut = plain_look();
    for (Landmark& p : cut.points) p.x -= 200;
    MeshLook dark = plain_look();
    dark.evidence.skin = 0.04F;
    MeshLook turned = plain_look();
    turned.evidence.yaw = -55;
    for (const MeshLook& look : {unsure, bent, small, cut, dark, turned}) {
        EXPECT_LT(mesh_quality(look, calm), 0.8F);
        EXPECT_GT(mesh_quality(look, calm), 0.05F);
    }
    EXPECT_LT(mesh_quality(plain_look(), {640, 480, 4}), 0.8F);
    bent.presence = 0.6F; // what goes wrong adds up
    EXPECT_LT(mesh_quality(bent, calm), mesh_quality(unsure, calm));
}

TEST(MeshQuality, OfPointsThatAreNoNumbersIsZero) {
    MeshLook look = plain_look();
    look.points[33].x = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(mesh_quality(look, calm), 0);
}

} // namespace
} // namespace mien
