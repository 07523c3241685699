#include "rig/check/rig_check.h"

#include <algorithm>
#include <limits>
#include <numbers>

#include <glm/gtc/quaternion.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/paths.h"
#include "tests/unit/rig/face_plate.h"
#include "tests/unit/rig/import_helpers.h"

namespace mien {
namespace {

using test::downwards;
using test::FacePlate;
using test::good_face;
using test::left_eye_place;
using test::mouth_place;
using test::right_eye_place;
using ::testing::HasSubstr;

/// "fault wrong-side eyeBlinkLeft; ..."
std::string summary(const std::vector<RigFinding>& findings) {
    static constexpr const char* words[] = {"note", "warning", "fault"};
    std::string text;
    for (const RigFinding& finding : findings)
        text += fmt::format("{}{} {} {}", text.empty() ? "" : "; ", words[static_cast<int>(finding.severity)],
                            finding.what, finding.subject);
    return text;
}

/// A shape put in the place of the good face's one of that name.
FacePlate face_with(const std::string& name, std::initializer_list<glm::vec3> places, const glm::vec3& by) {
    FacePlate face = good_face();
    face.shape(name, places, by);
    Rig& rig = face.rig();
    const auto old = std::ranges::find(rig.expressions, name, &Expression::name);
    old->targets = rig.expressions.back().targets;
    rig.expressions.pop_back();
    rig.meshes[0].target_names.back() = "replacement";
    return face;
}

TEST(RigCheck, FindsNothingInAGoodFaceWhereverItStands) {
    EXPECT_EQ(summary(check_rig(good_face().rig(), {})), "");
    EXPECT_EQ(summary(check_rig(good_face({0.7f, 1.6f, 0.1f}).rig(), {})), "");
}

TEST(RigCheck, KnowsLeftAndRightOfAFaceThatLooksBackwards) {
    FacePlate face = good_face();
    face.rig().nodes[0].rotation = glm::angleAxis(std::numbers::pi_v<float>, glm::vec3(0, 1, 0));
    face.rig().front_yaw = std::numbers::pi_v<float>;
    EXPECT_EQ(summary(check_rig(face.rig(), {})), "");
    face.rig().front_yaw = 0; // the same shape taken for a face that looks along +z: all sides are wrong
    EXPECT_THAT(summary(check_rig(face.rig(), {})), HasSubstr("fault wrong-side eyeBlinkLeft"));
}

TEST(RigCheck, KnowsLeftAndRightOfAHeadThatTheFileHoldsTilted) {
    // Bound upright, saved in a pose: the head lies on its side.
    FacePlate face = good_face();
    Rig& rig = face.rig();
    const int hips = test::add_node(rig, "Hips", no_index);
    const int head = test::add_node(rig, "Head", hips);
    rig.skins.push_back({"skin", {hips, head}, {glm::mat4(1), glm::mat4(1)}});
    rig.nodes[0].skin = 0;
    VertexBuffer& buffer = rig.vertex_buffers[0];
    buffer.joints.assign(buffer.positions.size(), glm::u16vec4(1, 0, 0, 0));
    buffer.joint_weights.assign(buffer.positions.size(), glm::vec4(1, 0, 0, 0));
    rig.nodes[static_cast<std::size_t>(head)].rotation =
        glm::angleAxis(std::numbers::pi_v<float> / 2, glm::vec3(0, 0, 1));
    EXPECT_EQ(summary(check_rig(rig, {})), "");
}

TEST(RigCheck, TellsShapesThatMoveNothing) {
    FacePlate face = face_with("jawOpen", {}, downwards);
    EXPECT_EQ(summary(check_rig(face.rig(), {})), "warning dead jawOpen");
    face = face_with("jawOpen", {mouth_place}, glm::vec3(0, -1e-6f, 0));
    EXPECT_EQ(summary(check_rig(face.rig(), {})), "warning dead jawOpen") << "a micrometre is nothing";
}

TEST(RigCheck, OneOfTwoSpellingsMayBeEmpty) {
    FacePlate face = good_face();
    face.shape("blendShape1.jawOpen", {}, downwards);
    EXPECT_EQ(summary(check_rig(face.rig(), {})), "note dead blendShape1.jawOpen");
}

TEST(RigCheck, SilenceIsRightlyEmptyOtherVisemesAreNot) {
    FacePlate face = good_face();
    face.shape("viseme_sil", {}, downwards).shape("viseme_aa", {}, downwards);
    EXPECT_EQ(summary(check_rig(face.rig(), {})), "note dead viseme_aa");
}

TEST(RigCheck, TellsSidesThatAreSwapped) {
    FacePlate face;
    face.shape("eyeBlinkLeft", {right_eye_place}, downwards)
        .shape("eyeBlinkRight", {left_eye_place}, downwards);
    EXPECT_EQ(summary(check_rig(face.rig(), {})),
              "fault wrong-side eyeBlinkLeft; fault wrong-side eyeBlinkRight");
}

TEST(RigCheck, OneSideAloneIsMeasuredFromTheMiddleOfTheMesh) {
    FacePlate right({0.7f, 0, 0});
    right.shape("eyeBlinkLeft", {left_eye_place}, downwards);
    EXPECT_EQ(summary(check_rig(right.rig(), {})), "warning one-sided eyeBlinkLeft");
    FacePlate wrong({0.7f, 0, 0});
    wrong.shape("eyeBlinkLeft", {right_eye_place}, downwards);
    EXPECT_THAT(summary(check_rig(wrong.rig(), {})), HasSubstr("fault wrong-side eyeBlinkLeft"));
}

TEST(RigCheck, TellsALeftBlinkThatClosesBothEyesAndOffersTheFix) {
    FacePlate face = face_with("eyeBlinkLeft", {left_eye_place, right_eye_place}, downwards);
    const auto findings = check_rig(face.rig(), {});
    ASSERT_EQ(summary(findings), "fault both-sides eyeBlinkLeft");
    EXPECT_THAT(findings[0].detail, HasSubstr("closes both eyes"));
    EXPECT_THAT(findings[0].fix, HasSubstr("leave the other out"));
}

TEST(RigCheck, TellsABlinkThatMovesTheMouth) {
    const auto mouth =
        check_rig(face_with("eyeBlinkLeft", {mouth_place + glm::vec3(0.03f, 0, 0)}, downwards).rig(), {});
    EXPECT_EQ(summary(mouth), "fault wrong-region eyeBlinkLeft");
    const auto both = check_rig(
        face_with("eyeBlinkLeft", {left_eye_place, mouth_place + glm::vec3(0.03f, 0, 0)}, downwards).rig(),
        {});
    EXPECT_EQ(summary(both), "fault wrong-region eyeBlinkLeft");
    EXPECT_THAT(both.at(0).detail, HasSubstr("moves the mouth too"));
    const auto jaw = check_rig(face_with("jawOpen", {left_eye_place, right_eye_place}, downwards).rig(), {});
    EXPECT_EQ(summary(jaw), "fault wrong-region jawOpen");
}

TEST(RigCheck, TellsAShapeThatGoesTheOtherWay) {
    EXPECT_EQ(summary(check_rig(face_with("jawOpen", {mouth_place}, -downwards).rig(), {})),
              "fault wrong-way jawOpen");
    const auto swapped = check_rig(face_with("mouthLeft", {mouth_place}, {-0.01f, 0, 0}).rig(), {});
    ASSERT_EQ(summary(swapped), "fault wrong-way mouthLeft");
    EXPECT_THAT(swapped[0].detail, HasSubstr("to the performer's left"));
}

TEST(RigCheck, ComparesTheHalvesOfAPair) {
    EXPECT_EQ(summary(check_rig(face_with("eyeWideLeft", {left_eye_place}, {0, 0.05f, 0}).rig(), {})),
              "warning uneven eyeWideLeft");
    FacePlate face = good_face();
    face.shape("cheekSquintLeft", {glm::vec3(0.04f, 0, 0)}, -downwards);
    EXPECT_EQ(summary(check_rig(face.rig(), {})), "warning one-sided cheekSquintLeft");
}

TEST(RigCheck, VerticesThatNoTriangleDrawsDoNotCount) {
    FacePlate face = face_with("jawOpen", {mouth_place}, downwards);
    Rig& rig = face.rig();
    rig.vertex_buffers[0].positions.push_back(mouth_place);
    rig.vertex_buffers[0].normals.emplace_back(0, 0, 1);
    MorphTarget stray;
    stray.vertices = {static_cast<std::uint32_t>(rig.vertex_buffers[0].positions.size()) - 1};
    stray.positions = {downwards};
    rig.vertex_buffers[0].targets.back() = stray;
    EXPECT_EQ(summary(check_rig(rig, {})), "warning dead jawOpen");
}

TEST(RigCheck, SlidersNeedTheirBones) {
    const Rig rig = test::skeleton({{"Head", -1}, {"Jaw", 0}});
    FaceGroups groups;
    groups.groups.push_back({"Mouth",
                             {{"Jaw open", 0, {{"Head/Jaw", 1, BoneChannel::rotation_x, 0, 20}}},
                              {"Lost", 0, {{"Head/Chin", no_index, BoneChannel::rotation_x, 0, 20}}},
                              {"Idle", 0, {{"Head/Jaw", 1, BoneChannel::scale_x, 1, 1}}}}});
    EXPECT_EQ(summary(check_rig(rig, groups)), "warning bone-missing Mouth / Lost; note slider-idle Mouth / "
                                               "Idle");
}

TEST(RigCheck, TheRigsOfOtherTestsAreSound) {
    EXPECT_EQ(summary(check_structure(test::load(test::SheetRig()))), "");
}

/// One way to break a promise of rig/rig.h, and the finding that must say so.
struct Damage {
    const char* name;
    void (*break_it)(Rig&);
    const char* what;
};

class StructureCheck : public ::testing::TestWithParam<Damage> {};

TEST_P(StructureCheck, FindsTheBrokenPromise) {
    Rig rig = test::load(test::SheetRig());
    GetParam().break_it(rig);
    EXPECT_THAT(summary(check_structure(rig)), HasSubstr(GetParam().what));
    EXPECT_FALSE(check_rig(rig, {}).empty()) << "and the rest is not looked at";
}

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

INSTANTIATE_TEST_SUITE_P(
    Promises, StructureCheck,
    ::testing::Values(
        Damage{"ParentBeyond", [](Rig& r) { r.nodes[2].parent = 9; }, "index"},
        Damage{"NodeTwiceInOrder", [](Rig& r) { r.node_order[1] = r.node_order[0]; }, "order"},
        Damage{"ChildBeforeParent", [](Rig& r) { std::ranges::reverse(r.node_order); }, "order"},
        Damage{"OrderTooShort", [](Rig& r) { r.node_order.pop_back(); }, "length"},
        Damage{"TranslationNotFinite", [](Rig& r) { r.nodes[1].translation.y = nan; }, "not-finite"},
        Damage{"RotationNotUnit", [](Rig& r) { r.nodes[1].rotation.w = 3; }, "rotation"},
        Damage{"ScaleZero", [](Rig& r) { r.nodes[1].scale.x = 0; }, "warning collapsed"},
        Damage{"ScaleMirrored", [](Rig& r) { r.nodes[1].scale.x = -1; }, "note mirrored"},
        Damage{"MeshBeyond", [](Rig& r) { r.nodes[0].mesh = 4; }, "index"},
        Damage{"SkinBeyond", [](Rig& r) { r.nodes[0].skin = 4; }, "index"},
        Damage{"NodeWeightsTooFew", [](Rig& r) { r.nodes[0].weights = {1}; }, "length"},
        Damage{"JointIsNoNode", [](Rig& r) { r.skins[0].joints[0] = 9; }, "index"},
        Damage{"BindMatrixMissing", [](Rig& r) { r.skins[0].inverse_bind.pop_back(); }, "length"},
        Damage{"BindMatrixFlat", [](Rig& r) { r.skins[0].inverse_bind[0] = glm::mat4(0); }, "inverse-bind"},
        Damage{"BufferBeyond", [](Rig& r) { r.meshes[0].primitives[0].vertices = 3; }, "index"},
        Damage{"MaterialBeyond", [](Rig& r) { r.meshes[0].primitives[0].material = 3; }, "index"},
        Damage{"CornerBeyond", [](Rig& r) { r.meshes[0].primitives[0].indices[0] = 99; }, "index"},
        Damage{"CornerMissing", [](Rig& r) { r.meshes[0].primitives[0].indices.pop_back(); }, "triangles"},
        Damage{"DefaultWeightMissing", [](Rig& r) { r.meshes[0].default_weights.pop_back(); }, "length"},
        Damage{"TargetNameTwice",
               [](Rig& r) { r.meshes[0].target_names[1] = r.meshes[0].target_names[0]; }, "name-twice"},
        Damage{"TargetMissing", [](Rig& r) { r.vertex_buffers[0].targets.pop_back(); }, "length"},
        Damage{"NormalsMissing", [](Rig& r) { r.vertex_buffers[0].normals.clear(); }, "length"},
        Damage{"NormalNotUnit", [](Rig& r) { r.vertex_buffers[0].normals[0] *= 2; }, "normals"},
        Damage{"PositionNotFinite", [](Rig& r) { r.vertex_buffers[0].positions[0].x = nan; }, "not-finite"},
        Damage{"TexturePlacesTooFew", [](Rig& r) { r.vertex_buffers[0].uv[0] = {{0, 0}}; }, "length"},
        Damage{"WeightsDoNotSumToOne", [](Rig& r) { r.vertex_buffers[0].joint_weights[0] *= 0.5f; },
               "weights-sum"},
        Damage{"WeightNotFinite", [](Rig& r) { r.vertex_buffers[0].joint_weights[0].x = nan; }, "weights-sum"},
        Damage{"JointBeyondTheSkin", [](Rig& r) { r.vertex_buffers[0].joints[0].x = 7; }, "index"},
        Damage{"TargetVertexBeyond",
               [](Rig& r) { r.vertex_buffers[0].targets[0].vertices.back() = 99; }, "index"},
        Damage{"TargetVerticesNotRising",
               [](Rig& r) { std::ranges::reverse(r.vertex_buffers[0].targets[0].vertices); }, "target-order"},
        Damage{"TargetDeltaMissing",
               [](Rig& r) { r.vertex_buffers[0].targets[0].positions.pop_back(); }, "length"},
        Damage{"TargetDeltaNotFinite",
               [](Rig& r) { r.vertex_buffers[0].targets[0].positions[0].z = nan; }, "not-finite"},
        Damage{"AnimatedNodeBeyond", [](Rig& r) { r.animations[0].channels[0].node = 9; }, "index"},
        Damage{"KeyTimesDoNotRise",
               [](Rig& r) { std::ranges::reverse(r.animations[0].channels[0].times); }, "key-times"},
        Damage{"KeysTooFew", [](Rig& r) { r.animations[0].channels[0].values.pop_back(); }, "length"},
        Damage{"KeyNotFinite", [](Rig& r) { r.animations[0].channels[0].values[0] = nan; }, "not-finite"},
        Damage{"ExpressionTwice", [](Rig& r) { r.expressions.push_back(r.expressions[0]); }, "name-twice"},
        Damage{"ExpressionTargetBeyond", [](Rig& r) { r.expressions[0].targets[0].target = 8; }, "index"},
        Damage{"ExpressionMeshBeyond", [](Rig& r) { r.expressions[0].targets[0].mesh = 8; }, "index"},
        Damage{"TextureBeyond",
               [](Rig& r) {
                   r.materials.emplace_back();
                   r.materials.back().normal_texture.texture = 5;
               },
               "index"}),
    [](const auto& damage) { return damage.param.name; });

TEST(RigCheck, RealRigsRaiseNoFalseAlarm) {
    MIEN_NEEDS_SHARED("data/rigs");
    const auto rigs = test::shared_dir() / "data" / "rigs";
    const auto found = [&](const char* name) {
        const auto rig = import_rig(rigs / name);
        return rig ? summary(check_rig(*rig, guess_face_groups(*rig))) : rig.error().message;
    };
    for (const char* good : {"ict_facekit.glb", "rpm_female_wass08.glb", "rpm_male_talking_avatar.glb",
                             "talkinghead_brunette_t.glb", "vrm/made_vrm1_meshopt_perfectsync.vrm"})
        EXPECT_EQ(found(good), "") << good;
    EXPECT_EQ(found("facecap.glb"), "warning dead tongueOut");
    const std::string vroid = found("talkinghead_vroid_meshopt.glb");
    EXPECT_THAT(vroid, HasSubstr("warning dead jawOpen"));
    EXPECT_THAT(vroid, HasSubstr("fault wrong-way mouthLeft")) << "it does move the mouth to the right";
}

} // namespace
} // namespace mien
