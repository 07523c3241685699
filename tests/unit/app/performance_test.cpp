#include "app/performance.h"

#include <gtest/gtest.h>

#include "base/file.h"
#include "solver/state_csv.h"
#include "takes/take.h"
#include "tests/support/paths.h"

namespace mien {
namespace {

FaceState state_at(double seconds, float jaw, bool tracked = true) {
    FaceState state;
    state.t = Timestamp::from_seconds(seconds);
    state.tracked = tracked;
    if (!tracked) return state;
    state.quality = 1;
    state.head.yaw = 10 * jaw;
    state.head.z = -0.5f;
    state.weights[channel("jawOpen")] = jaw;
    return state;
}

TEST(Performance, ComesFromACsvWithTimesFromZero) {
    const test::TemporaryFolder folder;
    const auto path = folder.path() / "p.CSV";
    ASSERT_TRUE(write_file_atomically(path, csv_header() + csv_row(0, state_at(7.0, 0.25f)) +
                                                csv_row(1, state_at(7.5, 1.2f))));
    EXPECT_TRUE(is_performance(path.string()));
    const auto performance = load_performance(path.string(), 1, 30);
    ASSERT_TRUE(performance) << performance.error().message;
    ASSERT_EQ(performance->states.size(), 2u);
    EXPECT_EQ(performance->states[0].t.ns, 0);
    EXPECT_EQ(performance->states[1].t, Timestamp::from_seconds(0.5));
    EXPECT_FLOAT_EQ(performance->states[1].weights[channel("jawOpen")], 1.2f);
}

TEST(Performance, ComesFromATake) {
    const test::TemporaryFolder folder;
    const auto path = folder.path() / "t.mien";
    {
        auto writer = TakeWriter::create(path, {});
        ASSERT_TRUE(writer) << writer.error().message;
        TakeFrame frame;
        frame.landmarks.t = Timestamp::from_seconds(3);
        frame.calibrated = state_at(3, 0.5f);
        ASSERT_TRUE(writer->add(frame));
    }
    EXPECT_TRUE(is_performance(path.string()));
    const auto performance = load_performance(path.string(), 1, 30);
    ASSERT_TRUE(performance) << performance.error().message;
    EXPECT_EQ(performance->states.at(0).weights[channel("jawOpen")], 0.5f);
    EXPECT_EQ(performance->states.at(0).t.ns, 0);
}

TEST(Performance, IsMadeWithoutAnyFile) {
    const auto performance = load_performance("synthetic", 2, 30);
    ASSERT_TRUE(performance);
    EXPECT_EQ(performance->states.size(), 60u);
    EXPECT_TRUE(performance->states.back().tracked);
}

TEST(Performance, WithoutFramesIsRefused) {
    const test::TemporaryFolder folder;
    const auto path = folder.path() / "p.csv";
    ASSERT_TRUE(write_file_atomically(path, csv_header()));
    const auto refused = load_performance(path.string(), 1, 30);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::unreadable);
    EXPECT_EQ(load_performance((folder.path() / "none.csv").string(), 1, 30).error().code,
              ErrorCode::unreadable);
}

TEST(Performance, OfMoreThanADayIsADamagedTime) {
    const test::TemporaryFolder folder;
    const auto path = folder.path() / "p.csv";
    ASSERT_TRUE(write_file_atomically(path, csv_header() + csv_row(0, state_at(0, 0)) +
                                                csv_row(1, state_at(90000, 1))));
    const auto refused = load_performance(path.string(), 1, 30);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::unreadable);
}

TEST(Performance, ARigIsNone) {
    EXPECT_FALSE(is_performance("head.glb"));
    EXPECT_FALSE(is_performance("synthetic.glb"));
}

TEST(Resample, KeepsTheDurationAndGoesStraightBetweenFrames) {
    const std::vector<FaceState> states = {state_at(0, 0), state_at(0.1, 1), state_at(1.0, 0)};
    const std::vector<FaceState> even = resample(states, 60);
    ASSERT_EQ(even.size(), 61u);
    EXPECT_EQ(even.front().t, states.front().t);
    EXPECT_NEAR(even.back().t.seconds(), 1.0, 1e-6);
    EXPECT_NEAR(even[3].weights[channel("jawOpen")], 0.5f, 1e-5f);
    EXPECT_NEAR(even[3].head.yaw, 5.0f, 1e-4f);
    EXPECT_NEAR(even[60].weights[channel("jawOpen")], 0.0f, 1e-5f);
    EXPECT_EQ(resample({state_at(2, 0.5f)}, 24).size(), 1u);
}

TEST(UsualPose, IsTheMedianOfTheTrackedStates) {
    const std::vector<FaceState> states = {state_at(0, 0, false), state_at(1, 1), state_at(2, 9),
                                           state_at(3, 2), state_at(4, 0, false)};
    EXPECT_FLOAT_EQ(usual_pose(states).yaw, 20.0f);
    EXPECT_FLOAT_EQ(usual_pose(states).z, -0.5f);
    EXPECT_EQ(usual_pose({state_at(0, 0, false)}), HeadPose{});
}

TEST(ShownStates, HoldTheFaceOverAShortLoss) {
    const Performance performance{"p", {state_at(0, 1), state_at(0.04, 1), state_at(0.08, 0, false)}};
    const std::vector<FaceState> shown = shown_states(performance);
    ASSERT_EQ(shown.size(), 3u);
    EXPECT_EQ(shown[2].weights, shown[1].weights);
    EXPECT_FALSE(shown[2].tracked);
    EXPECT_EQ(shown[0], performance.states[0]) << "the first picture shows the first frame";
}

} // namespace
} // namespace mien
