// What VRM 0.x and 1.0 say beyond glTF, and the rules of their expressions.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rig/skeleton.h"
#include "rig/vrm_rules.h"
#include "tests/unit/rig/import_helpers.h"

namespace mien {
namespace {

using test::Json;
using test::load;
using test::SheetRig;
using test::warnings;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

SheetRig vrm1(const Json& presets, const Json& custom = Json::object()) {
    SheetRig sheet;
    sheet.json["extensions"]["VRMC_vrm"] = {
        {"specVersion", "1.0"},
        {"meta",
         {{"name", "Sheet"}, {"authors", {"A", "B"}}, {"licenseUrl", "https://vrm.dev/licenses/1.0/"}}},
        {"humanoid", {{"humanBones", {{"neck", {{"node", 1}}}, {"head", {{"node", 2}}}}}}},
        {"lookAt", {{"type", "expression"}}},
        {"expressions", {{"preset", presets}, {"custom", custom}}}};
    return sheet;
}

Json bind(int index, float weight) {
    return {{"node", 0}, {"index", index}, {"weight", weight}};
}
Json expression(const Json& binds) {
    return {{"morphTargetBinds", binds}};
}

SheetRig vrm0(const Json& groups) {
    SheetRig sheet;
    sheet.json["extensions"]["VRM"] = {
        {"meta", {{"title", "Sheet"}, {"author", "A"}, {"licenseName", "CC0"}}},
        {"humanoid", {{"humanBones", Json::array({{{"bone", "head"}, {"node", 2}}})}}},
        {"firstPerson", {{"lookAtTypeName", "BlendShape"}}},
        {"blendShapeMaster", {{"blendShapeGroups", groups}}}};
    return sheet;
}

TEST(Vrm1, BonesLicenceAndGazeAreRead) {
    const Rig rig = load(vrm1(Json::object()));
    ASSERT_TRUE(rig.vrm);
    EXPECT_EQ(rig.vrm->version, 1);
    EXPECT_EQ(rig.vrm->bones.at("head"), 2);
    EXPECT_EQ(rig.vrm->look_at, VrmLookAt::expression);
    EXPECT_EQ(rig.licence_line, "Sheet by A, B, licence https://vrm.dev/licenses/1.0/");
    EXPECT_EQ(find_head_joints(rig).neck, 1) << "by the file, whatever the name";
    EXPECT_EQ(rig.front_yaw, 0);
}

TEST(Vrm1, HowFarTheEyesMayGoIsRead) {
    SheetRig sheet = vrm1(Json::object());
    sheet.json["extensions"]["VRMC_vrm"]["lookAt"] = {
        {"type", "bone"},
        {"rangeMapHorizontalInner", {{"inputMaxValue", 90}, {"outputScale", 8}}},
        {"rangeMapHorizontalOuter", {{"inputMaxValue", 90}, {"outputScale", 12}}},
        {"rangeMapVerticalDown", {{"outputScale", "far"}}},
        {"rangeMapVerticalUp", {{"outputScale", -5}}}};
    EXPECT_EQ(load(sheet).vrm->look_limits, (VrmLookLimits{.inward = 8, .outward = 12, .down = 0, .up = 0}))
        << "what is no number above 0 is not said";
}

TEST(Vrm0, HowFarTheEyesMayGoIsRead) {
    SheetRig sheet = vrm0(Json::array());
    sheet.json["extensions"]["VRM"]["firstPerson"] = {
        {"lookAtTypeName", "Bone"},
        {"lookAtHorizontalInner", {{"xRange", 90}, {"yRange", 8}}},
        {"lookAtHorizontalOuter", {{"xRange", 90}, {"yRange", 12}}},
        {"lookAtVerticalDown", {{"xRange", 90}, {"yRange", 10}}},
        {"lookAtVerticalUp", {{"xRange", 90}, {"yRange", 11}}}};
    EXPECT_EQ(load(sheet).vrm->look_limits,
              (VrmLookLimits{.inward = 8, .outward = 12, .down = 10, .up = 11}));
}

TEST(Vrm1, ExpressionsOfSeveralTargetsAreAddedToTheMorphTargets) {
    const Rig rig = load(vrm1({{"happy", expression(Json::array({bind(0, 0.5f), bind(1, 1)}))}}));
    ASSERT_EQ(rig.expressions.size(), 3u);
    EXPECT_EQ(rig.expressions[2].name, "happy");
    EXPECT_THAT(rig.expressions[2].targets, ElementsAre(TargetRef{0, 0, 0.5f}, TargetRef{0, 1, 1}));
    EXPECT_EQ(rig.vrm->expressions.at(static_cast<std::size_t>(rig.expressions[2].vrm)).preset, "happy");
}

TEST(Vrm1, AnExpressionThatIsOneMorphTargetMarksThat) {
    const Rig rig = load(vrm1({{"aa", expression(Json::array({bind(0, 1)}))}}));
    ASSERT_EQ(rig.expressions.size(), 2u) << "the same shape must not be driven twice";
    EXPECT_EQ(rig.expressions[0].name, "jawOpen");
    EXPECT_EQ(rig.vrm->expressions.at(static_cast<std::size_t>(rig.expressions[0].vrm)).preset, "aa");
}

TEST(Vrm1, AnExpressionWithAMorphTargetsNameGetsAnother) {
    const Rig rig =
        load(vrm1(Json::object(), {{"jawOpen", expression(Json::array({bind(0, 1), bind(1, 1)}))}}));
    ASSERT_EQ(rig.expressions.size(), 3u);
    EXPECT_EQ(rig.expressions[2].name, "jawOpen (VRM)");
}

TEST(Vrm1, WrongPartsCostOnlyThemselves) {
    EXPECT_THAT(warnings(vrm1({{"happy", expression(Json::array({bind(9, 1)}))}})), HasSubstr("happy"));
    SheetRig sheet = vrm1(Json::object());
    sheet.json["extensions"]["VRMC_vrm"]["humanoid"]["humanBones"]["head"]["node"] = 99;
    EXPECT_THAT(warnings(sheet), HasSubstr("head"));
    sheet.json["extensions"]["VRMC_vrm"] = Json::array();
    EXPECT_THAT(warnings(sheet), HasSubstr("VRMC_vrm"));
    EXPECT_FALSE(load(sheet).vrm);
}

TEST(Vrm0, GroupsBindMeshesInPercent) {
    const Json group = {{"name", "Smile"},
                        {"presetName", "joy"},
                        {"binds", Json::array({{{"mesh", 0}, {"index", 1}, {"weight", 40}},
                                               {{"mesh", 0}, {"index", 0}, {"weight", 100}}})}};
    const Rig rig = load(vrm0(Json::array({group})));
    ASSERT_EQ(rig.expressions.size(), 3u);
    EXPECT_EQ(rig.expressions[2].name, "Smile");
    EXPECT_THAT(rig.expressions[2].targets, ElementsAre(TargetRef{0, 1, 0.4f}, TargetRef{0, 0, 1}));
    EXPECT_EQ(rig.vrm->expressions[0].preset, "happy") << "VRM 1.0's name for joy";
    EXPECT_EQ(rig.vrm->look_at, VrmLookAt::expression);
    EXPECT_EQ(rig.licence_line, "Sheet by A, licence CC0");
}

TEST(Vrm0, LooksAlongMinusZ) {
    EXPECT_FLOAT_EQ(load(vrm0(Json::array())).front_yaw, 3.14159265f);
}

TEST(Vrm0, ToonMaterialsStandBesideTheOthers) {
    SheetRig sheet = vrm0(Json::array());
    sheet.json["materials"] = Json::array({Json::object()});
    sheet.json["extensions"]["VRM"]["materialProperties"] =
        Json::array({{{"shader", "VRM/MToon"}, {"vectorProperties", {{"_ShadeColor", {1, 0.5, 0, 1}}}}}});
    const Rig rig = load(sheet);
    EXPECT_EQ(rig.materials[0].shading, Shading::toon);
    EXPECT_NEAR(rig.materials[0].shade_colour.y, 0.214f, 1e-3f) << "sRGB there, linear here";
}

/// A rig with expressions happy, blink (jaw target), aa and a plain eyeBlinkLeft.
Rig with_override(const char* key, const char* mode) {
    Json happy = expression(Json::array({bind(0, 0.5f), bind(1, 0.5f)}));
    happy[key] = mode;
    return load(vrm1({{"happy", happy}, {"aa", expression(Json::array({bind(0, 0.9f)}))}}));
}

int index_of(const Rig& rig, std::string_view name) {
    for (std::size_t i = 0; i < rig.expressions.size(); ++i)
        if (rig.expressions[i].name == name) return static_cast<int>(i);
    ADD_FAILURE() << name;
    return 0;
}

std::vector<float> weights(const Rig& rig, std::initializer_list<std::pair<const char*, float>> set) {
    std::vector<float> list(rig.expressions.size(), 0.0f);
    for (const auto& [name, weight] : set) list[static_cast<std::size_t>(index_of(rig, name))] = weight;
    return list;
}

TEST(VrmRules, BlockTakesTheLidsAwayWhateverTheirName) {
    const Rig rig = with_override("overrideBlink", "block");
    const auto effect =
        apply_vrm_rules(rig, weights(rig, {{"happy", 0.2f}, {"eyeBlinkLeft", 1}, {"jawOpen", 1}}));
    EXPECT_EQ(effect.expressions, weights(rig, {{"happy", 0.2f}, {"jawOpen", 1}}));
}

TEST(VrmRules, BlockTakesAwayAShapeOfBothLidsAtOnce) { // FAULTS D15
    Rig rig = with_override("overrideBlink", "block");
    for (Expression& expression : rig.expressions)
        if (expression.name == "eyeBlinkLeft") expression.name = "eyesClosed";
    EXPECT_EQ(apply_vrm_rules(rig, weights(rig, {{"happy", 0.2f}, {"eyesClosed", 1}})).expressions,
              weights(rig, {{"happy", 0.2f}}));
}
TEST(VrmRules, BlendTakesTheMouthAwayByHowMuchItIsShown) {
    const Rig rig = with_override("overrideMouth", "blend");
    const auto effect = apply_vrm_rules(rig, weights(rig, {{"happy", 0.25f}, {"aa", 0.8f}, {"jawOpen", 1}}));
    EXPECT_EQ(effect.expressions, weights(rig, {{"happy", 0.25f}, {"aa", 0.6f}, {"jawOpen", 0.75f}}));
}

TEST(VrmRules, GazeIsTakenAwayFromTheEyesToo) {
    const Rig rig = with_override("overrideLookAt", "blend");
    EXPECT_EQ(apply_vrm_rules(rig, weights(rig, {{"happy", 0.75f}})).gaze, 0.25f);
    EXPECT_EQ(apply_vrm_rules(rig, weights(rig, {})).gaze, 1);
}

TEST(VrmRules, BinaryExpressionsAreOnOrOff) {
    Json happy = expression(Json::array({bind(0, 1), bind(1, 1)}));
    happy["isBinary"] = true;
    const Rig rig = load(vrm1({{"happy", happy}}));
    EXPECT_EQ(apply_vrm_rules(rig, weights(rig, {{"happy", 0.6f}})).expressions,
              weights(rig, {{"happy", 1}}));
    EXPECT_EQ(apply_vrm_rules(rig, weights(rig, {{"happy", 0.5f}})).expressions, weights(rig, {}));
}

TEST(VrmRules, LeaveOtherRigsAlone) {
    const Rig rig = load(SheetRig());
    EXPECT_EQ(apply_vrm_rules(rig, {0.3f, 2}).expressions, (std::vector<float>{0.3f, 2}));
}

} // namespace
} // namespace mien
