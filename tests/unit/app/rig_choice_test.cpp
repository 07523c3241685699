#include "app/rig_choice.h"

#include <gtest/gtest.h>

namespace mien {
namespace {

Rig made_rig() {
    Rig rig;
    rig.name = "made";
    rig.meshes.resize(2);
    rig.meshes[0].target_names = {"jawOpen", "1"};
    rig.meshes[1].target_names = {"jawOpen"};
    rig.nodes.resize(3);
    rig.nodes[0].name = "Head";
    rig.nodes[0].mesh = 0;
    rig.nodes[1].name = "Teeth";
    rig.nodes[1].mesh = 1;
    rig.nodes[2].name = "Head";
    rig.animations.resize(2);
    rig.animations[0].name = "idle";
    rig.animations[1].name = "0";
    return rig;
}

TEST(RigChoice, FindsAnAnimationByNumberFirst) {
    const Rig rig = made_rig();
    EXPECT_EQ(choose_animation(rig, "0").value(), &rig.animations[0]);
    EXPECT_EQ(choose_animation(rig, "1").value(), &rig.animations[1]);
    EXPECT_EQ(choose_animation(rig, "idle").value(), &rig.animations[0]);
    const auto refused = choose_animation(rig, "7");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::usage);
    EXPECT_NE(refused.error().message.find("idle"), std::string::npos) << refused.error().message;
}

TEST(RigChoice, SetsAMorphOnEveryMeshThatHasIt) {
    const Rig rig = made_rig();
    const auto targets = choose_morph(rig, "jawOpen");
    ASSERT_TRUE(targets);
    EXPECT_EQ(*targets, (std::vector<TargetRef>{{0, 0}, {1, 0}}));
    LocalPose pose;
    pose.morph_weights = {{0, 0.5f}, {0}, {}};
    set_morph(rig, *targets, 1.5f, pose);
    EXPECT_EQ(pose.morph_weights, (std::vector<std::vector<float>>{{1.5f, 0.5f}, {1.5f}, {}}));
    EXPECT_EQ(choose_morph(rig, "JawOpen").error().code, ErrorCode::usage);
}

TEST(RigChoice, FindsTheFirstNodeOfAName) {
    const Rig rig = made_rig();
    EXPECT_EQ(choose_node(rig, "Head").value(), 0u);
    EXPECT_EQ(choose_node(rig, "Foot").error().code, ErrorCode::usage);
}

} // namespace
} // namespace mien
