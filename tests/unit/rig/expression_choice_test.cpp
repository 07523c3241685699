#include "rig/expression_choice.h"

#include <gtest/gtest.h>

namespace mien {
namespace {

/// Expressions, each moving target 0 of the mesh of the same place in `meshes`.
Rig rig_with(const std::vector<std::pair<const char*, int>>& names_and_meshes) {
    Rig rig;
    for (const auto& [name, mesh] : names_and_meshes)
        rig.expressions.push_back({.name = name, .targets = {{.mesh = mesh, .target = 0}}});
    return rig;
}

TEST(ExpressionChoice, TheExactNameWinsWhereverItStands) {
    const Rig rig = rig_with({{"Jaw_Open", 0}, {"jawOpen", 0}, {"JAW_DROP", 0}});
    const ExpressionChoice choice = choose_expressions(rig);
    EXPECT_EQ(choice.of_channel[channel("jawOpen")], std::vector<int>{1});
    const std::vector<SpareExpression> spare = {{0, 1, channel("jawOpen")}, {2, 1, channel("jawOpen")}};
    EXPECT_EQ(choice.spare, spare);
}

TEST(ExpressionChoice, OfEquallyCloseNamesTheFirstWinsAndTheOtherIsReported) {
    const ExpressionChoice choice = choose_expressions(rig_with({{"eyeBlink_L", 0}, {"EyeBlinkLeft", 0}}));
    EXPECT_EQ(choice.of_channel[channel("eyeBlinkLeft")], std::vector<int>{0});
    const std::vector<SpareExpression> spare = {{1, 0, channel("eyeBlinkLeft")}};
    EXPECT_EQ(choice.spare, spare);
}

TEST(ExpressionChoice, ShapesOfFourMeshesUnderFourNamesAreAllDriven) { // FAULTS D10
    const ExpressionChoice choice = choose_expressions(
        rig_with({{"head.jawOpen", 0}, {"teeth.jawOpen", 1}, {"tongue:jaw_open", 2}, {"jawOpen", 3}}));
    EXPECT_EQ(choice.of_channel[channel("jawOpen")], (std::vector<int>{3, 0, 1, 2}));
    EXPECT_TRUE(choice.spare.empty());
}

TEST(ExpressionChoice, HalvesAreBothDrivenButNotBesideTheWhole) {
    const ExpressionChoice halves = choose_expressions(rig_with({{"cheekPuff_L", 0}, {"cheekPuff_R", 0}}));
    EXPECT_EQ(halves.of_channel[channel("cheekPuff")], (std::vector<int>{0, 1}));
    const ExpressionChoice beside =
        choose_expressions(rig_with({{"cheekPuff_L", 0}, {"cheekPuff_R", 0}, {"Cheek_Puff", 0}}));
    EXPECT_EQ(beside.of_channel[channel("cheekPuff")], std::vector<int>{2});
    EXPECT_EQ(beside.spare.size(), 2U);
}

TEST(ExpressionChoice, AnotherWordForAShapeDoesNotDriveItTwice) { // ICT FaceKit has both
    const ExpressionChoice choice =
        choose_expressions(rig_with({{"cheekRaiser_L", 0}, {"cheekSquint_L", 0}}));
    EXPECT_EQ(choice.of_channel[channel("cheekSquintLeft")], std::vector<int>{1});
    EXPECT_EQ(choice.spare.size(), 1U);
}

TEST(ExpressionChoice, UnclearNamesAreListedAndNotDriven) {
    const ExpressionChoice choice =
        choose_expressions(rig_with({{"jawOpen2", 0}, {"Wiggle", 0}, {"eyesClosed", 0}}));
    ASSERT_EQ(choice.unclear.size(), 1U);
    EXPECT_EQ(choice.unclear[0].expression, 0);
    EXPECT_EQ(choice.unclear[0].near, std::vector<ChannelIndex>{channel("jawOpen")});
    for (const auto& expressions : choice.of_channel) EXPECT_TRUE(expressions.empty());
}

} // namespace
} // namespace mien
