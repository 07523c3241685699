#include "rig/animation.h"

#include <gtest/gtest.h>

#include "tests/unit/rig/small_rig.h"

namespace mien {
namespace {

struct OneNode {
    Rig rig;
    Animation animation;
    explicit OneNode(AnimationChannel channel) {
        test::add_node(rig, "node", no_index);
        channel.node = 0;
        animation.channels.push_back(std::move(channel));
    }
    [[nodiscard]] LocalPose at(float seconds) const {
        LocalPose pose = rest_pose(rig);
        sample(rig, animation, seconds, pose);
        return pose;
    }
};

AnimationChannel channel(AnimatedProperty property, Interpolation interpolation, std::vector<float> times,
                         std::vector<float> values) {
    return {0, property, interpolation, std::move(times), std::move(values)};
}

TEST(Animation, HoldsTheNearestKeyOutsideItsTime) {
    const OneNode node(
        channel(AnimatedProperty::translation, Interpolation::linear, {1, 2}, {0, 0, 0, 4, 0, 0}));
    EXPECT_EQ(node.at(0).translation[0].x, 0);
    EXPECT_EQ(node.at(1.25f).translation[0].x, 1);
    EXPECT_EQ(node.at(9).translation[0].x, 4);
}

TEST(Animation, StepsWithoutBetweens) {
    const OneNode node(channel(AnimatedProperty::scale, Interpolation::step, {0, 1}, {1, 1, 1, 2, 2, 2}));
    EXPECT_EQ(node.at(0.999f).scale[0], glm::vec3(1));
    EXPECT_EQ(node.at(1).scale[0], glm::vec3(2));
}

TEST(Animation, TurnsAlongTheShorterArcAtConstantSpeed) {
    // 90 degrees about z, its far end written with the other sign, and not quite unit.
    const float s = 0.70710678f;
    const OneNode node(channel(AnimatedProperty::rotation, Interpolation::linear, {0, 1},
                               {0, 0, 0, 1, 0, 0, -s * 1.1f, -s * 1.1f}));
    const glm::quat third = node.at(1.0f / 3).rotation[0];
    EXPECT_NEAR(glm::degrees(glm::angle(third)), 30, 1e-3f);
    EXPECT_NEAR(glm::length(third), 1, 1e-6f);
}

TEST(Animation, CubicSplinesFollowTheirTangents) {
    // Hermite: value 0 with out-tangent 1, value 1 with in-tangent 1, over two seconds: 0.5 in the middle
    // plus (1 - 1) / 8 of the tangents times the interval.
    const OneNode node(channel(AnimatedProperty::translation, Interpolation::cubic_spline, {0, 2},
                               {9, 9, 9, 0, 0, 0, 1, 0, 0, /**/ 1, 0, 0, 1, 0, 0, 9, 9, 9}));
    EXPECT_FLOAT_EQ(node.at(1).translation[0].x, 0.5f);
    EXPECT_FLOAT_EQ(node.at(0.5f).translation[0].x, 0.15625f + 2 * (0.140625f - 0.046875f));
    EXPECT_EQ(node.at(2).translation[0].x, 1);
}

TEST(Animation, RotationsBySplineEndUnit) {
    const OneNode node(
        channel(AnimatedProperty::rotation, Interpolation::cubic_spline, {0, 1},
                {0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 3, 0, /**/ 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0}));
    EXPECT_NEAR(glm::length(node.at(0.3f).rotation[0]), 1, 1e-6f);
}

TEST(Animation, MovesAllWeightsOfANode) {
    OneNode node(channel(AnimatedProperty::weights, Interpolation::linear, {0, 1}, {0, 1, 1, 0}));
    node.rig.meshes.push_back({"mesh", {}, {"a", "b"}, {0, 0}});
    node.rig.nodes[0].mesh = 0;
    EXPECT_EQ(node.at(0.25f).morph_weights[0], (std::vector<float>{0.25f, 0.75f}));
}

TEST(Animation, LeavesWhatNoChannelTouches) {
    OneNode node(channel(AnimatedProperty::scale, Interpolation::linear, {0}, {2, 2, 2}));
    node.rig.nodes[0].translation = {1, 2, 3};
    EXPECT_EQ(node.at(0.5f).translation[0], glm::vec3(1, 2, 3));
    EXPECT_EQ(node.at(0.5f).scale[0], glm::vec3(2));
}

} // namespace
} // namespace mien
