// Curves, how rows join, shared limits, the report and the switch of the gaze.
#include "solver/mapping.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "tests/unit/solver/rigs_with_names.h"

namespace mien {
namespace {

using test::face;
using test::rig_with;

TEST(ResponseCurve, GoesFromNothingToAllAndNeverFalls) {
    for (const CurveShape shape :
         {CurveShape::linear, CurveShape::ease_in, CurveShape::ease_out, CurveShape::smooth})
        for (const float exponent : {1.0F, 1.5F, 2.0F, 8.0F, 0.0F, 1e9F}) {
            const ResponseCurve curve{shape, exponent};
            EXPECT_FLOAT_EQ(curve(0), 0);
            EXPECT_FLOAT_EQ(curve(1), 1);
            for (int i = 0; i < 100; ++i)
                EXPECT_LE(curve(static_cast<float>(i) / 100), curve(static_cast<float>(i + 1) / 100));
        }
}

TEST(ResponseCurve, ShapesAreWhatTheyAreCalled) {
    EXPECT_FLOAT_EQ((ResponseCurve{CurveShape::ease_in, 2}(0.5F)), 0.25F);
    EXPECT_FLOAT_EQ((ResponseCurve{CurveShape::ease_out, 2}(0.5F)), 0.75F);
    EXPECT_FLOAT_EQ((ResponseCurve{CurveShape::smooth, 3}(0.5F)), 0.5F);
    EXPECT_FLOAT_EQ((ResponseCurve{CurveShape::linear, 3}(1.3F)), 1.3F) << "real data goes beyond 1";
    EXPECT_TRUE(std::isnan(ResponseCurve{CurveShape::smooth, 2}(std::numeric_limits<float>::quiet_NaN())));
    for (const std::string_view name : curve_shape_names)
        EXPECT_EQ(curve_shape_names[static_cast<std::size_t>(*curve_shape_from_name(name))], name);
    EXPECT_FALSE(curve_shape_from_name("Linear").has_value());
}

TEST(Mapping, GainDoublesAChannelUpToItsLimitAndChangesNoOther) { // FAULTS A11
    const Rig rig = rig_with({"jawOpen", "mouthPucker"});
    Mapping mapping = guess_mapping(rig, {}, {});
    for (MappingRow& row : mapping.rows)
        if (row.source == channel("jawOpen")) row.gain = 2;
    for (const float jaw : {0.1F, 0.3F, 0.5F, 0.8F}) {
        const RigControls controls =
            retarget(face({{"jawOpen", jaw}, {"mouthPucker", 0.4F}}), mapping, rig, {});
        EXPECT_FLOAT_EQ(controls.expressions[0], std::min(2 * jaw, 1.0F));
        EXPECT_FLOAT_EQ(controls.expressions[1], 0.4F);
    }
}

TEST(Mapping, ACurveBendsBeforeGainAndLimits) {
    const MappingRow row{.source = channel("jawOpen"),
                         .target = 0,
                         .curve = {CurveShape::ease_in, 2},
                         .gain = 2,
                         .offset = 0.1F,
                         .high = 0.9F};
    EXPECT_FLOAT_EQ(row_value(row, face({{"jawOpen", 0.5F}}).weights), 0.6F);
    EXPECT_FLOAT_EQ(row_value(row, face({{"jawOpen", 1}}).weights), 0.9F);
}

TEST(Mapping, RowsOntoOneLidNeverCloseItFurtherThanShut) { // FAULTS D15
    const Rig rig = rig_with({"lid"});
    Mapping mapping;
    for (const ChannelIndex source : {channel("eyeBlinkLeft"), channel("eyeSquintLeft")})
        mapping.rows.push_back({.source = source, .target = 0});
    const FaceState state = face({{"eyeBlinkLeft", 0.8F}, {"eyeSquintLeft", 0.7F}});
    EXPECT_FLOAT_EQ(retarget(state, mapping, rig, {}).expressions[0], 1);
}

TEST(Mapping, RowsJoinByTheirFormulaInWhateverOrder) {
    const Rig rig = rig_with({"target"});
    Mapping mapping;
    mapping.rows = {
        {.source = channel("jawOpen"), .target = 0},
        {.source = channel("mouthFunnel"), .target = 0, .combine = Combine::at_least},
        {.source = channel("mouthPucker"), .target = 0, .gain = -1, .offset = 1, .combine = Combine::scale}};
    const auto value = [&](float jaw, float funnel, float pucker) {
        const FaceState state = face({{"jawOpen", jaw}, {"mouthFunnel", funnel}, {"mouthPucker", pucker}});
        const float forwards = retarget(state, mapping, rig, {}).expressions[0];
        std::ranges::reverse(mapping.rows);
        EXPECT_FLOAT_EQ(retarget(state, mapping, rig, {}).expressions[0], forwards);
        return forwards;
    };
    EXPECT_FLOAT_EQ(value(0.2F, 0.6F, 0), 0.6F);
    EXPECT_FLOAT_EQ(value(0.8F, 0.6F, 0), 0.8F);
    EXPECT_FLOAT_EQ(value(0.8F, 0.6F, 0.25F), 0.6F);
    EXPECT_FLOAT_EQ(value(0.8F, 0.6F, 1), 0);
}

TEST(Mapping, ARowThatIsOffDoesNothing) {
    const Rig rig = rig_with({"jawOpen"});
    Mapping mapping = guess_mapping(rig, {}, {});
    mapping.rows[0].on = false;
    find_unmatched(mapping);
    EXPECT_EQ(retarget(face({{"jawOpen", 1}}), mapping, rig, {}).expressions[0], 0);
    EXPECT_EQ(mapping.unmatched.size(), channel_count);
}

TEST(Mapping, ReportSaysHowMuchWasFound) {
    const auto line = [](const Rig& rig) { return report_on(guess_mapping(rig, {}, {}), rig).line(); };
    Rig all;
    for (const std::string_view name : channel_names)
        all.expressions.push_back({.name = std::string(name), .targets = {}});
    EXPECT_EQ(line(all), "all 52 channels found by name");
    EXPECT_EQ(line(rig_with({"jawOpen", "A", "Blink"})),
              "1 of 52 channels found by name, 2 by presets and other stand-ins");
    EXPECT_EQ(line(rig_with({"A", "Blink"})),
              "none of the 52 channels found by name; 3 by presets and other stand-ins");
    EXPECT_EQ(line(rig_with({"Wiggle"})), "none of the 52 channels drives this rig");
}

TEST(Mapping, ReportListsWhatIsLeftOver) {
    const Rig rig = rig_with({"jawOpen", "Jaw_Open", "jawOpen2", "Wiggle"});
    const MappingReport report = report_on(guess_mapping(rig, {}, {}), rig);
    EXPECT_EQ(report.unused, (std::vector<int>{1, 2, 3}));
    ASSERT_EQ(report.spare.size(), 1U);
    EXPECT_EQ(report.spare[0].expression, 1);
    ASSERT_EQ(report.unclear.size(), 1U);
    EXPECT_EQ(report.unclear[0].expression, 2);
}

TEST(Mapping, TheGazeGoesFromJointsToShapesAndBackButIsNeverDrivenTwice) { // FAULTS D12
    Rig rig = rig_with({"eyeLookUpLeft", "eyeLookUpRight", "jawOpen"});
    rig.nodes.resize(3);
    const HeadJoints joints{.head = 0, .left_eye = 1, .right_eye = 2};
    Mapping mapping = guess_mapping(rig, {}, joints);
    const FaceState up = face({{"eyeLookUpLeft", 1}, {"eyeLookUpRight", 1}});
    const auto expect = [&](bool by_joints) {
        const RigControls controls = retarget(up, mapping, rig, {});
        EXPECT_EQ(controls.left_eye != glm::quat(1, 0, 0, 0), by_joints);
        EXPECT_EQ(controls.expressions[0] > 0, !by_joints);
    };
    ASSERT_TRUE(mapping.gaze_by_joints) << "look shapes for four directions are missing";
    expect(true);
    ASSERT_TRUE(set_gaze_by_joints(mapping, false, rig, joints));
    expect(false);
    ASSERT_TRUE(set_gaze_by_joints(mapping, true, rig, joints));
    expect(true);
    EXPECT_FALSE(set_gaze_by_joints(mapping, true, rig, {})) << "there are no joints to turn";
    Mapping without_shapes;
    EXPECT_FALSE(set_gaze_by_joints(without_shapes, false, rig_with({"jawOpen"}), joints));
}

/// One mesh of two lid vertices; targets close them by these amounts (left, right).
Rig rig_with_lids(const std::vector<std::tuple<const char*, float, float>>& shapes) {
    Rig rig;
    rig.meshes.push_back({.name = "face",
                          .primitives = {{.vertices = 0, .indices = {}}},
                          .target_names = {},
                          .default_weights = {}});
    VertexBuffer buffer;
    buffer.positions.resize(2);
    int index = 0;
    for (const auto& [name, left, right] : shapes) {
        MorphTarget target;
        target.vertices = {0, 1};
        target.positions = {{0, -0.01F * left, 0}, {0, -0.01F * right, 0}};
        buffer.targets.push_back(target);
        rig.meshes[0].target_names.emplace_back(name);
        rig.expressions.push_back({.name = name, .targets = {{.mesh = 0, .target = index++}}});
    }
    rig.vertex_buffers.push_back(buffer);
    return rig;
}

TEST(SharedLimits, ABlinkYieldsToAMoodThatClosesTheEyesToo) { // FAULTS D15
    const Rig rig = rig_with_lids({{"Blink_L", 1, 0}, {"Blink_R", 0, 1}, {"Joy", 0.8F, 0.8F}});
    const Mapping mapping = guess_mapping(rig, {}, {});
    const FaceState state =
        face({{"eyeBlinkLeft", 1}, {"eyeBlinkRight", 0.1F}, {"mouthSmileLeft", 1}, {"mouthSmileRight", 1}});
    const std::vector<float> shown = retarget(state, mapping, rig, {}).expressions;
    EXPECT_FLOAT_EQ(shown[2], 1);
    EXPECT_NEAR(shown[0] + 0.8F * shown[2], 1, 1e-5) << "shut, and no further";
    EXPECT_FLOAT_EQ(shown[1], 0.1F) << "within its limit";
}

TEST(GuessMapping, OfTwoBlinksThatBothCloseBothEyesOneIsUsed) { // FAULTS D14
    const Rig rig = rig_with_lids({{"Blink_L", 1, 1}, {"Blink_R", 0.95F, 1}});
    const Mapping mapping = guess_mapping(rig, {}, {});
    const std::vector<float> both =
        retarget(face({{"eyeBlinkLeft", 1}, {"eyeBlinkRight", 1}}), mapping, rig, {}).expressions;
    EXPECT_FLOAT_EQ(both[0], 1);
    EXPECT_EQ(both[1], 0) << "the lids would close twice";
    EXPECT_EQ(report_on(mapping, rig).unused, std::vector<int>{1});
    const Rig apart = rig_with_lids({{"Blink_L", 1, 0}, {"Blink_R", 0, 1}});
    EXPECT_EQ(guess_mapping(apart, {}, {}).rows.size(), 2U);
}

TEST(SharedLimits, OfARigWithoutSuchShapesAreNone) {
    EXPECT_TRUE(find_shared_limits(rig_with({"jawOpen", "eyeBlinkLeft", "eyeBlinkRight"})).empty());
}

} // namespace
} // namespace mien
