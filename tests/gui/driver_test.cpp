#include "gui/avatar_driver.h"

#include <gtest/gtest.h>

#include "tests/gui/fake_machine.h"

namespace mien::gui {
namespace {

std::shared_ptr<const LoadedRig> bundled() {
    test::FakeMachine machine;
    auto rig = load_rig(machine.services(), {});
    EXPECT_TRUE(rig.has_value()) << rig.error().message;
    return *rig;
}

std::size_t expression(const LoadedRig& rig, std::string_view name) {
    for (std::size_t i = 0; i < rig.rig.expressions.size(); ++i)
        if (rig.rig.expressions[i].name == name) return i;
    ADD_FAILURE() << "no expression " << name;
    return 0;
}

FaceState open_mouth() {
    FaceState state;
    state.tracked = true;
    state.weights[channel("jawOpen")] = 0.5f;
    return state;
}

TEST(AvatarDriver, TheRigFollowsTheFace) {
    AvatarDriver driver;
    const auto rig = bundled();
    driver.set_rig(rig);
    EXPECT_FLOAT_EQ(driver.controls(open_mouth()).expressions[expression(*rig, "jawOpen")], 0.5f);
}

TEST(AvatarDriver, AHeldSliderWinsUntilItIsLetGo) {
    AvatarDriver driver;
    const auto rig = bundled();
    const std::size_t jaw = expression(*rig, "jawOpen");
    driver.set_rig(rig);
    driver.hold_expression(jaw, 0.9f);
    EXPECT_FLOAT_EQ(driver.controls(open_mouth()).expressions[jaw], 0.9f);
    EXPECT_EQ(driver.held_count(), 1u);
    driver.hold_expression(jaw, std::nullopt);
    EXPECT_FLOAT_EQ(driver.controls(open_mouth()).expressions[jaw], 0.5f);
    EXPECT_EQ(driver.held_count(), 0u);
}

TEST(AvatarDriver, AnotherRigLetsGoOfEverything) {
    AvatarDriver driver;
    driver.set_rig(bundled());
    driver.hold_expression(0, 1.0f);
    driver.set_rig(bundled());
    EXPECT_EQ(driver.held_count(), 0u);
}

TEST(AvatarDriver, WhatIsHeldStaysWithItsPartWhenTheGroupsChange) {
    AvatarDriver driver;
    const FacePart first{"First", 0, {}};
    const FacePart second{"Second", 0, {}};
    const auto rig = with_groups(*bundled(), {{{"Group", {first, second}}}});
    driver.set_rig(rig);
    driver.hold_expression(0, 0.75f);
    driver.hold_slider(1, 0.5f);
    driver.set_rig(with_groups(*rig, {{{"Group", {second, first}}}}));
    EXPECT_EQ(driver.held_count(), 2u);
    EXPECT_EQ(driver.controls({}).sliders.at(0), 0.5f);
    driver.set_rig(with_groups(*rig, {{{"Group", {first}}}}));
    EXPECT_EQ(driver.held_count(), 1u) << "its part is gone";
}

TEST(LoadedRig, APartNamedAsAChannelFollowsItAndItsRowsFollowThePart) {
    const auto none = bundled();
    const FacePart blink{"Eye blink left", 0, {}};
    const FacePart plain{"Chin", 0, {}};
    const auto source_of = [](const LoadedRig& rig, int slider) -> std::optional<ChannelIndex> {
        for (const MappingRow& row : rig.mapping.rows)
            if (row.kind == MappingRow::TargetKind::slider && row.target == slider) return row.source;
        return std::nullopt;
    };
    const auto one = with_groups(*none, {{{"Eyes", {blink}}}});
    EXPECT_EQ(source_of(*one, 0), channel("eyeBlinkLeft"));
    const auto two = with_groups(*one, {{{"Eyes", {plain, blink}}}});
    EXPECT_EQ(source_of(*two, 0), std::nullopt);
    EXPECT_EQ(source_of(*two, 1), channel("eyeBlinkLeft"));
    const auto gone = with_groups(*two, {{{"Eyes", {plain}}}});
    EXPECT_EQ(source_of(*gone, 0), std::nullopt);
    EXPECT_EQ(source_of(*with_groups(*gone, two->groups), 1), channel("eyeBlinkLeft")) << "undone";
}

TEST(AvatarDriver, NumbersBeyondTheRigAreIgnored) {
    AvatarDriver driver;
    driver.set_rig(bundled());
    driver.hold_expression(9999, 1.0f);
    driver.hold_slider(9999, 1.0f);
    EXPECT_EQ(driver.held_count(), 0u);
}

TEST(AvatarDriver, WithoutARigThereIsNothingToDrive) {
    AvatarDriver driver;
    EXPECT_EQ(driver.controls(open_mouth()), RigControls());
}

TEST(AvatarDriver, TheFirstFaceIsWhereTheAvatarStands) {
    AvatarDriver driver;
    driver.set_rig(bundled());
    FaceState state = open_mouth();
    state.head = {.x = 0.1f, .y = -0.2f, .z = -0.6f, .yaw = 20};
    EXPECT_EQ(driver.controls(state).head_offset, glm::vec3(0));
    state.head.x = 0.2f;
    EXPECT_NE(driver.controls(state).head_offset, glm::vec3(0));
}

TEST(AvatarDriver, TheCentreIsStraightAhead) {
    AvatarDriver driver;
    driver.set_rig(bundled());
    FaceState state = open_mouth();
    state.head = {.z = -0.6f, .pitch = 15, .yaw = 20, .roll = -5};
    driver.set_centre(state.head);
    const auto controls = driver.controls(state);
    EXPECT_NEAR(controls.head.w, 1, 1e-5);
    EXPECT_NEAR(glm::length(controls.head_offset), 0, 1e-6f);
}

} // namespace
} // namespace mien::gui
