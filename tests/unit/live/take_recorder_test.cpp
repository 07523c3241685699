#include "live/take_recorder.h"

#include <limits>

#include <gtest/gtest.h>

#include "tests/support/paths.h"

namespace mien {
namespace {

TakeFrame frame_at(double seconds) {
    TakeFrame frame;
    frame.landmarks.t = Timestamp::from_seconds(seconds);
    return frame;
}

TEST(TakeRecorder, GoesOnWithoutAGapWhereTheSourceStartsAgain) {
    const test::TemporaryFolder folder;
    TakeRecorder recorder;
    ASSERT_TRUE(recorder.start(folder.path() / "t.mien", {}));
    for (const double t : {0.0, 0.1, 0.2, 0.0, 0.1, 0.2}) recorder.add(frame_at(t));
    ASSERT_TRUE(recorder.stop());
    const auto take = read_take(folder.path() / "t.mien");
    ASSERT_TRUE(take) << take.error().message;
    ASSERT_EQ(take->frames.size(), 6u);
    for (std::size_t i = 0; i < 6; ++i)
        EXPECT_NEAR(take->frames[i].landmarks.t.seconds(), 0.1 * static_cast<double>(i), 1e-6);
}

TEST(TakeRecorder, IgnoresFramesWhileNothingIsRecorded) {
    TakeRecorder recorder;
    recorder.add(frame_at(0));
    EXPECT_FALSE(recorder.active());
    EXPECT_EQ(recorder.message(), "");
}

TEST(TakeRecorder, IsNotActiveAfterAFaultAndReportsItAtTheEnd) {
    const test::TemporaryFolder folder;
    TakeRecorder recorder;
    ASSERT_TRUE(recorder.start(folder.path() / "t.mien", {}));
    recorder.add(frame_at(0));
    TakeFrame poisoned = frame_at(1);
    poisoned.calibrated.weights[0] = std::numeric_limits<float>::quiet_NaN();
    recorder.add(poisoned);
    EXPECT_FALSE(recorder.active());
    EXPECT_NE(recorder.message(), "");
    EXPECT_FALSE(recorder.stop());
    EXPECT_EQ(recorder.message(), "");
    EXPECT_EQ(read_take(folder.path() / "t.mien")->frames.size(), 1u);
}

TEST(TakeRecorder, RefusesASecondStartAndAStopWithoutStart) {
    const test::TemporaryFolder folder;
    TakeRecorder recorder;
    EXPECT_EQ(recorder.stop().error().code, ErrorCode::usage);
    ASSERT_TRUE(recorder.start(folder.path() / "t.mien", {}));
    EXPECT_EQ(recorder.start(folder.path() / "u.mien", {}).error().code, ErrorCode::usage);
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "u.mien"));
}

} // namespace
} // namespace mien
