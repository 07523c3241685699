// Rigs without the 52: what stands in for them.
#include <gtest/gtest.h>

#include "rig/deform.h"
#include "tests/support/made_rigs.h"
#include "tests/unit/solver/rigs_with_names.h"

namespace mien {
namespace {

using test::face;
using test::rig_with;
using test::Shown;
using test::vrm_with;

const auto vrm0_names = {"Neutral", "A", "I", "U", "E", "O", "Blink", "Joy", "Angry", "Sorrow", "Fun"};

TEST(Substitutes, TheOpenJawIsTheOpenVowel) {
    const Shown shown(rig_with(vrm0_names), face({{"jawOpen", 0.8F}}));
    EXPECT_FLOAT_EQ(shown["A"], 0.8F);
    EXPECT_EQ(shown["Neutral"], 0);
    EXPECT_EQ(shown["O"], 0);
}

TEST(Substitutes, RoundLipsTakeFromTheOpenVowelByProduct) { // PROTOCOLS: A = jawOpen (1 - mouthFunnel)
    const Shown shown(rig_with(vrm0_names), face({{"jawOpen", 0.5F}, {"mouthFunnel", 0.4F}}));
    EXPECT_FLOAT_EQ(shown["A"], 0.3F);
    EXPECT_FLOAT_EQ(shown["O"], 0.4F);
}

TEST(Substitutes, AnOpenVowelAloneOpensTheMouthWhateverTheLipsDo) {
    const Shown shown(rig_with({"A"}), face({{"jawOpen", 0.5F}, {"mouthFunnel", 0.9F}}));
    EXPECT_FLOAT_EQ(shown["A"], 0.5F);
}

TEST(Substitutes, VowelsTogetherStayWithinOne) {
    const Shown shown(rig_with(vrm0_names), face({{"jawOpen", 1},
                                                  {"mouthFunnel", 0.6F},
                                                  {"mouthPucker", 0.8F},
                                                  {"mouthStretchLeft", 1},
                                                  {"mouthStretchRight", 1},
                                                  {"mouthSmileLeft", 1},
                                                  {"mouthSmileRight", 1}}));
    const float sum = shown["A"] + shown["I"] + shown["U"] + shown["E"] + shown["O"];
    EXPECT_NEAR(sum, 1, 1e-5);
    EXPECT_GT(shown["U"], shown["O"]) << "their proportions stay";
}

TEST(Substitutes, BothLidsMakeOneBlink) {
    EXPECT_FLOAT_EQ(Shown(rig_with(vrm0_names), face({{"eyeBlinkLeft", 1}, {"eyeBlinkRight", 1}}))["Blink"],
                    1);
    EXPECT_FLOAT_EQ(Shown(rig_with(vrm0_names), face({{"eyeBlinkLeft", 1}}))["Blink"], 0.5F);
}

TEST(Substitutes, JoyIsAMeanSmileAboveAThreshold) {
    EXPECT_EQ(Shown(rig_with(vrm0_names), face({{"mouthSmileLeft", 0.7F}}))["Joy"], 0)
        << "one corner alone is no joy";
    EXPECT_NEAR(
        Shown(rig_with(vrm0_names), face({{"mouthSmileLeft", 0.7F}, {"mouthSmileRight", 0.5F}}))["Joy"],
        (0.6 - 0.35) / 0.65, 1e-5);
    EXPECT_NEAR(Shown(rig_with(vrm0_names), face({{"mouthSmileLeft", 1}, {"mouthSmileRight", 1}}))["Joy"], 1,
                1e-5);
}

TEST(Substitutes, MoodsComeFromTheirPartOfTheFace) {
    const Shown shown(rig_with(vrm0_names), face({{"mouthFrownLeft", 0.6F},
                                                  {"mouthFrownRight", 0.4F},
                                                  {"browDownLeft", 0.3F},
                                                  {"browDownRight", 0.3F}}));
    EXPECT_FLOAT_EQ(shown["Sorrow"], 0.5F);
    EXPECT_EQ(shown["Angry"], 0) << "a slight frown of the brows is no anger";
    EXPECT_EQ(shown["Fun"], 0) << "nothing of the 52 says it";
    EXPECT_FLOAT_EQ(Shown(rig_with(vrm0_names), face({{"browDownLeft", 1}, {"browDownRight", 1}}))["Angry"],
                    1);
}

TEST(Substitutes, VrmPresetsCountBeforeNames) {
    const Rig rig = vrm_with(0, {{"Mouth wide", "aa"},
                                 {"Wink the one", "blinkLeft"},
                                 {"Wink the other", "blinkRight"},
                                 {"Smile", "happy"}});
    const Shown shown(rig, face({{"jawOpen", 0.6F},
                                 {"eyeBlinkLeft", 0.9F},
                                 {"eyeBlinkRight", 0.2F},
                                 {"mouthSmileLeft", 0.35F},
                                 {"mouthSmileRight", 0.35F}}));
    EXPECT_FLOAT_EQ(shown["Mouth wide"], 0.6F);
    EXPECT_FLOAT_EQ(shown["Wink the one"], 0.9F);
    EXPECT_FLOAT_EQ(shown["Wink the other"], 0.2F);
    EXPECT_NEAR(shown["Smile"], 0, 1e-6) << "the preset happy is joy, not the lips' smile";
}

TEST(Substitutes, Vrm1PresetsAreDriven) {
    const Rig rig = vrm_with(1, {{"aa", "aa"},
                                 {"ou", "ou"},
                                 {"blinkLeft", "blinkLeft"},
                                 {"lookUp", "lookUp"},
                                 {"lookLeft", "lookLeft"},
                                 {"sad", "sad"},
                                 {"surprised", "surprised"}});
    const Shown shown(rig, face({{"jawOpen", 0.5F},
                                 {"eyeBlinkLeft", 1},
                                 {"eyeLookUpLeft", 0.4F},
                                 {"eyeLookUpRight", 0.4F},
                                 {"eyeLookOutLeft", 0.6F},
                                 {"eyeLookInRight", 0.6F},
                                 {"eyeWideLeft", 1},
                                 {"eyeWideRight", 1}}));
    EXPECT_FLOAT_EQ(shown["aa"], 0.5F);
    EXPECT_FLOAT_EQ(shown["blinkLeft"], 1);
    EXPECT_FLOAT_EQ(shown["lookUp"], 0.4F);
    EXPECT_FLOAT_EQ(shown["lookLeft"], 0.6F);
    EXPECT_FLOAT_EQ(shown["surprised"], 1);
    EXPECT_EQ(shown["sad"], 0);
}

TEST(Substitutes, OculusVisemesAreDriven) {
    const Shown shown(
        rig_with({"viseme_sil", "viseme_PP", "viseme_FF", "viseme_aa", "viseme_E", "viseme_I", "viseme_O",
                  "viseme_U", "viseme_kk"}),
        face(
            {{"jawOpen", 0.4F}, {"mouthPucker", 0.5F}, {"mouthPressLeft", 0.2F}, {"mouthPressRight", 0.2F}}));
    EXPECT_FLOAT_EQ(shown["viseme_aa"], 0.2F);
    EXPECT_FLOAT_EQ(shown["viseme_U"], 0.5F);
    EXPECT_FLOAT_EQ(shown["viseme_PP"], 0.2F);
    EXPECT_EQ(shown["viseme_kk"], 0);
    EXPECT_EQ(shown["viseme_sil"], 0);
}

TEST(Substitutes, VroidShapesAreDriven) {
    const Shown shown(rig_with({"Face.M_F00_000_00_Fcl_ALL_Joy", "Face.M_F00_000_00_Fcl_BRW_Angry",
                                "Face.M_F00_000_00_Fcl_EYE_Close", "Face.M_F00_000_00_Fcl_EYE_Close_L",
                                "Face.M_F00_000_00_Fcl_EYE_Close_R", "Face.M_F00_000_00_Fcl_EYE_Spread",
                                "Face.M_F00_000_00_Fcl_MTH_A", "Face.M_F00_000_00_Fcl_HA_Hide"}),
                      face({{"jawOpen", 0.7F},
                            {"eyeBlinkLeft", 1},
                            {"browDownLeft", 0.5F},
                            {"browDownRight", 0.5F},
                            {"eyeWideLeft", 0.4F},
                            {"eyeWideRight", 0.4F}}));
    EXPECT_FLOAT_EQ(shown["Face.M_F00_000_00_Fcl_MTH_A"], 0.7F);
    EXPECT_FLOAT_EQ(shown["Face.M_F00_000_00_Fcl_EYE_Close_L"], 1);
    EXPECT_EQ(shown["Face.M_F00_000_00_Fcl_EYE_Close"], 0) << "never both lids twice";
    EXPECT_FLOAT_EQ(shown["Face.M_F00_000_00_Fcl_BRW_Angry"], 0.5F);
    EXPECT_FLOAT_EQ(shown["Face.M_F00_000_00_Fcl_EYE_Spread"], 0.4F);
    EXPECT_EQ(shown["Face.M_F00_000_00_Fcl_HA_Hide"], 0);
}

TEST(Substitutes, VowelsOfMikuMikuDanceAreDriven) {
    const char* const a = "\xE3\x81\x82";
    const char* const blink = "\xE3\x81\xBE\xE3\x81\xB0\xE3\x81\x9F\xE3\x81\x8D";
    const Shown shown(rig_with({a, blink}),
                      face({{"jawOpen", 0.7F}, {"eyeBlinkLeft", 1}, {"eyeBlinkRight", 1}}));
    EXPECT_FLOAT_EQ(shown[a], 0.7F);
    EXPECT_FLOAT_EQ(shown[blink], 1);
}

TEST(Substitutes, AShapeOfBothSidesIsDrivenByTheirMeanWhereThereIsNoOther) {
    const FaceState smile = face({{"mouthSmileLeft", 0.6F}, {"mouthSmileRight", 0.2F}});
    EXPECT_FLOAT_EQ(Shown(rig_with({"mouthSmile"}), smile)["mouthSmile"], 0.4F);
    const Shown beside(rig_with({"mouthSmile", "mouthSmileLeft", "mouthSmileRight"}), smile);
    EXPECT_EQ(beside["mouthSmile"], 0) << "it would smile twice";
    EXPECT_FLOAT_EQ(beside["mouthSmileLeft"], 0.6F);
}

TEST(Substitutes, StayOffBesideTheFiftyTwo) {
    Rig rig;
    for (const std::string_view name : channel_names)
        rig.expressions.push_back({.name = std::string(name), .targets = {}});
    for (const char* name : {"viseme_aa", "Blink", "Joy", "A", "mouthOpen", "eyesClosed", "browsUp"})
        rig.expressions.push_back({.name = name, .targets = {}});
    for (const MappingRow& row : guess_mapping(rig, {}, {}).rows)
        EXPECT_LT(row.target, static_cast<int>(channel_count));
}

TEST(Substitutes, LookShapesStayOffWhereJointsTurnTheEyes) { // FAULTS D12
    Rig rig = vrm_with(1, {{"lookUp", "lookUp"}, {"lookLeft", "lookLeft"}});
    rig.vrm->look_at = VrmLookAt::bone;
    rig.nodes.resize(3);
    const HeadJoints joints{.head = 0, .left_eye = 1, .right_eye = 2};
    const FaceState up = face({{"eyeLookUpLeft", 1}, {"eyeLookUpRight", 1}});
    const Shown by_bones(rig, up, joints);
    EXPECT_EQ(by_bones["lookUp"], 0);
    EXPECT_NE(by_bones.controls().left_eye, glm::quat(1, 0, 0, 0));

    rig.vrm->look_at = VrmLookAt::expression;
    const Shown by_shapes(rig, up, joints);
    EXPECT_FLOAT_EQ(by_shapes["lookUp"], 1);
    EXPECT_EQ(by_shapes.controls().left_eye, glm::quat(1, 0, 0, 0));
}

TEST(Substitutes, EyesGoNoFurtherThanAVrmFileLetsThem) { // FAULTS D12
    Rig rig = vrm_with(1, {{"lookUp", "lookUp"}, {"lookLeft", "lookLeft"}});
    rig.vrm->look_at = VrmLookAt::bone;
    rig.vrm->look_limits = {.inward = 8, .outward = 12, .down = 90, .up = 0};
    rig.nodes.resize(3);
    const HeadJoints joints{.head = 0, .left_eye = 1, .right_eye = 2};
    const auto degrees = [&](std::initializer_list<std::pair<std::string_view, float>> weights) {
        const RigControls controls = Shown(rig, face(weights), joints).controls();
        return std::pair(glm::degrees(glm::angle(controls.left_eye)),
                         glm::degrees(glm::angle(controls.right_eye)));
    };
    const auto left = degrees({{"eyeLookOutLeft", 1}, {"eyeLookInRight", 1}});
    EXPECT_NEAR(left.first, 12, 0.01F);
    EXPECT_NEAR(left.second, 8, 0.01F);
    EXPECT_NEAR(degrees({{"eyeLookDownLeft", 0.5F}}).first, 15, 0.01F) << "no further than a person's";
    EXPECT_NEAR(degrees({{"eyeLookUpLeft", 1}}).first, 30, 0.01F) << "the file does not say";

    rig.vrm->look_at = VrmLookAt::expression;
    rig.vrm->look_limits = {.inward = 1, .outward = 0.5F, .down = 1, .up = 0.8F};
    const Shown shown(
        rig,
        face({{"eyeLookUpLeft", 1}, {"eyeLookUpRight", 1}, {"eyeLookOutLeft", 1}, {"eyeLookInRight", 1}}),
        joints);
    EXPECT_FLOAT_EQ(shown["lookUp"], 0.8F);
    EXPECT_FLOAT_EQ(shown["lookLeft"], 0.5F);
}

/// How far the lowest vertex of a rig goes down when the performer's jaw opens.
float drop_of_jaw(const Rig& rig) {
    const Mapping mapping = guess_mapping(rig, {}, {});
    const auto lowest = [&](const FaceState& state) {
        float y = 1e9F;
        const PosedRig posed = pose_rig(rig, {}, {}, retarget(state, mapping, rig, {}));
        for (const DeformedPrimitive& primitive : deform(rig, posed))
            for (const glm::vec3& position : primitive.positions) y = std::min(y, position.y);
        return y;
    };
    return lowest(FaceState{}) - lowest(face({{"jawOpen", 1}}));
}

TEST(Substitutes, TheMouthOfARigWithPresetsAloneOpensVisibly) { // FAULTS D1
    Rig rig = test::make_head();
    for (Mesh& mesh : rig.meshes)
        for (std::string& name : mesh.target_names) name = name == "jawOpen" ? "A" : "other " + name;
    rig.expressions.clear();
    test::name_expressions(rig);
    ASSERT_TRUE(guess_mapping(rig, {}, {}).rows.size() > 0);
    EXPECT_GT(drop_of_jaw(rig), 0.005F) << "metres";
}

TEST(Substitutes, FaceBonesAreDrivenByTheNamesOfTheirParts) {
    FaceGroups groups;
    const auto part = [](const char* name, float rest = 0) {
        return FacePart{.name = name, .rest = rest, .bones = {}};
    };
    groups.groups.push_back(
        {.name = "Mouth",
         .parts = {part("Jaw open"), part("Smile left"), part("Smile right"), part("Pucker")}});
    groups.groups.push_back({.name = "Brows", .parts = {part("Up left"), part("Down left", 0.5F)}});
    groups.groups.push_back({.name = "Eyes", .parts = {part("Blink"), part("Eye size")}});
    const FaceState state = face({{"jawOpen", 0.5F},
                                  {"mouthSmileRight", 0.4F},
                                  {"mouthPucker", 0.3F},
                                  {"browOuterUpLeft", 0.2F},
                                  {"browDownLeft", 0.5F},
                                  {"eyeBlinkLeft", 1},
                                  {"eyeBlinkRight", 1}});
    const std::vector<float> sliders = retarget(state, guess_mapping({}, groups, {}), {}, groups).sliders;
    const std::vector<float> expected = {0.5F, 0, 0.4F, 0.3F, 0.2F, 0.75F, 1, 0};
    ASSERT_EQ(sliders.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_FLOAT_EQ(sliders[i], expected[i]) << i;
    const std::vector<float> rest = retarget({}, guess_mapping({}, groups, {}), {}, groups).sliders;
    EXPECT_FLOAT_EQ(rest[5], 0.5F) << "a driven slider rests where the file has it";
}

} // namespace
} // namespace mien
