#include "app/progress.h"

#include <gtest/gtest.h>

namespace mien {
namespace {

TEST(ProgressLine, SaysHowFarHowFastAndHowLong) {
    EXPECT_EQ(progress_line("clip.mp4", 120, 360, 2.0),
              "clip.mp4  120 of 360  33 %  60.0 a second  4 s left");
}

TEST(ProgressLine, DoesWithoutATotal) {
    EXPECT_EQ(progress_line("camera", 30, std::nullopt, 1.0), "camera  30  30.0 a second");
    EXPECT_EQ(progress_line("camera", 0, std::nullopt, 0), "camera  0");
}

TEST(ProgressLine, NeverClaimsToBeDoneByAnEstimate) {
    EXPECT_EQ(progress_line("a", 400, 360, 4.0), "a  400 of 400  99 %  100.0 a second");
}

TEST(Progress, WritesNothingIntoAPipe) {
    testing::internal::CaptureStderr();
    {
        Progress progress("a", 10);
        for (std::uint64_t i = 0; i < 10; ++i) progress.show(i);
    }
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

} // namespace
} // namespace mien
