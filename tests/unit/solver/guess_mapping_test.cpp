#include <algorithm>

#include <gtest/gtest.h>

#include "solver/mapping.h"

namespace mien {
namespace {

Rig rig_with(std::initializer_list<const char*> names) {
    Rig rig;
    for (const char* name : names) rig.expressions.push_back({.name = name, .targets = {}});
    return rig;
}

Rig full_rig() {
    Rig rig;
    for (const std::string_view name : channel_names)
        rig.expressions.push_back({.name = std::string(name), .targets = {}});
    return rig;
}

const MappingRow* row_for(const Mapping& mapping, ChannelIndex source) {
    const auto found = std::find_if(mapping.rows.begin(), mapping.rows.end(),
                                    [&](const MappingRow& row) { return row.source == source; });
    return found == mapping.rows.end() ? nullptr : &*found;
}

std::size_t rows_for(const Mapping& mapping, ChannelIndex source) {
    return static_cast<std::size_t>(
        std::count_if(mapping.rows.begin(), mapping.rows.end(),
                      [&](const MappingRow& row) { return row.source == source; }));
}

TEST(GuessMapping, TheArkitNamesMapOneToOne) {
    const Mapping mapping = guess_mapping(full_rig(), {}, {});
    ASSERT_EQ(mapping.rows.size(), channel_count);
    for (ChannelIndex c = 0; c < channel_count; ++c) {
        EXPECT_EQ(mapping.rows[c].source, c);
        EXPECT_EQ(mapping.rows[c].target, static_cast<int>(c));
    }
    EXPECT_TRUE(mapping.unmatched.empty());
    EXPECT_FALSE(mapping.gaze_by_joints);
}

TEST(GuessMapping, OtherSpellingsAreKnownAndTheRestIsReported) {
    const Mapping mapping =
        guess_mapping(rig_with({"Wiggle", "eyeBlink_L", "JawOpen", "head_geo:mouthSmile_R"}), {}, {});
    ASSERT_NE(row_for(mapping, channel("eyeBlinkLeft")), nullptr);
    EXPECT_EQ(row_for(mapping, channel("eyeBlinkLeft"))->target, 1);
    EXPECT_EQ(row_for(mapping, channel("jawOpen"))->target, 2);
    EXPECT_EQ(row_for(mapping, channel("mouthSmileRight"))->target, 3);
    EXPECT_EQ(row_for(mapping, channel("eyeBlinkRight")), nullptr);
    EXPECT_EQ(mapping.unmatched.size(), channel_count - 3);
    EXPECT_TRUE(std::find(mapping.unmatched.begin(), mapping.unmatched.end(), channel("eyeBlinkRight")) !=
                mapping.unmatched.end());
}

TEST(GuessMapping, ASecondSpellingBesideTheExactNameDoesNotMoveTheFaceTwice) {
    const Mapping mapping = guess_mapping(rig_with({"Jaw_Open", "jawOpen"}), {}, {});
    EXPECT_EQ(rows_for(mapping, channel("jawOpen")), 1U);
    EXPECT_EQ(row_for(mapping, channel("jawOpen"))->target, 1);
}

TEST(GuessMapping, HalvesOfAWholeAreBothDriven) {
    const Mapping mapping = guess_mapping(rig_with({"browInnerUp_L", "browInnerUp_R"}), {}, {});
    EXPECT_EQ(rows_for(mapping, channel("browInnerUp")), 2U);
}

TEST(GuessMapping, PresetsStayOffBesideTheRealThing) {
    Rig rig = full_rig();
    for (const char* name : {"viseme_aa", "Blink", "Joy"})
        rig.expressions.push_back({.name = name, .targets = {}});
    const Mapping mapping = guess_mapping(rig, {}, {});
    for (const MappingRow& row : mapping.rows) EXPECT_LT(row.target, static_cast<int>(channel_count));
}

TEST(GuessMapping, AJawSliderOpensTheMouthOfARigWithoutExpressions) {
    FaceGroups groups;
    groups.groups.push_back({.name = "Eyes", .parts = {{.name = "Eye size", .rest = 0, .bones = {}}}});
    groups.groups.push_back({.name = "Mouth", .parts = {{.name = "Jaw open", .rest = 0, .bones = {}}}});
    const Mapping mapping = guess_mapping({}, groups, {});
    ASSERT_EQ(mapping.rows.size(), 1U);
    EXPECT_EQ(mapping.rows[0].kind, MappingRow::TargetKind::slider);
    EXPECT_EQ(mapping.rows[0].target, 1);
    EXPECT_TRUE(guess_mapping(full_rig(), groups, {}).rows.size() == channel_count);
}

/// Two eye joints and a mesh of two vertices: one of the face, one that turns with the left eye.
Rig rig_with_eyes(bool shapes_move_the_eyeball) {
    Rig rig = full_rig();
    for (const char* name : {"Head", "LeftEye", "RightEye", "Face"})
        rig.nodes.push_back({.name = name, .matrix = {}, .weights = {}});
    rig.nodes[3].mesh = 0;
    rig.nodes[3].skin = 0;
    rig.skins.push_back({.name = "skin", .joints = {0, 1, 2}, .inverse_bind = {}});
    rig.meshes.push_back({.name = "face",
                          .primitives = {{.vertices = 0, .indices = {}}},
                          .target_names = {"eyeLookOutLeft"},
                          .default_weights = {0}});
    VertexBuffer buffer;
    buffer.positions.resize(2);
    buffer.joints = {{0, 0, 0, 0}, {1, 0, 0, 0}};
    buffer.joint_weights = {{1, 0, 0, 0}, {1, 0, 0, 0}};
    MorphTarget target;
    target.vertices = {shapes_move_the_eyeball ? 1U : 0U};
    target.positions = {{0.01F, 0, 0}};
    buffer.targets.push_back(target);
    rig.vertex_buffers.push_back(buffer);
    rig.expressions[channel("eyeLookOutLeft")].targets.push_back({.mesh = 0, .target = 0});
    return rig;
}

TEST(GuessMapping, GazeGoesByShapesOrByJointsButNeverBoth) {
    const HeadJoints joints{.head = 0, .left_eye = 1, .right_eye = 2};
    const Mapping shapes = guess_mapping(rig_with_eyes(true), {}, joints);
    EXPECT_FALSE(shapes.gaze_by_joints);
    EXPECT_NE(row_for(shapes, channel("eyeLookOutLeft")), nullptr);

    const Mapping turned = guess_mapping(rig_with_eyes(false), {}, joints);
    EXPECT_TRUE(turned.gaze_by_joints) << "shapes that move lids alone leave the eyeballs to the joints";
    for (const MappingRow& row : turned.rows) EXPECT_FALSE(channel_names[row.source].starts_with("eyeLook"));
    EXPECT_TRUE(turned.unmatched.empty());
}

TEST(GuessMapping, EyeJointsTurnTheEyesOfARigWithoutLookShapes) {
    Rig rig = rig_with({"jawOpen"});
    rig.nodes.resize(3);
    EXPECT_TRUE(guess_mapping(rig, {}, {.head = 0, .left_eye = 1, .right_eye = 2}).gaze_by_joints);
    EXPECT_FALSE(guess_mapping(rig, {}, {.head = 0, .left_eye = 1}).gaze_by_joints)
        << "one eye alone would squint";
}

} // namespace
} // namespace mien
