#include "live/frame_rate.h"

#include <gtest/gtest.h>

namespace mien {
namespace {

TEST(FrameRate, IsUnknownBeforeTheSecondFrame) {
    FrameRate rate;
    EXPECT_EQ(rate.add({}), 0);
}

TEST(FrameRate, FollowsTheLastSecond) {
    FrameRate rate;
    Timestamp t;
    double measured = 0;
    for (int i = 0; i < 100; ++i) measured = rate.add(t = t + Duration::from_ms(40));
    EXPECT_NEAR(measured, 25, 0.5);
    for (int i = 0; i < 12; ++i) measured = rate.add(t = t + Duration::from_ms(100));
    EXPECT_NEAR(measured, 10, 0.5);
}

TEST(FrameRate, CountsAPauseAsSlowness) {
    FrameRate rate;
    (void)rate.add({});
    (void)rate.add(Timestamp::from_seconds(0.04));
    EXPECT_NEAR(rate.add(Timestamp::from_seconds(5)), 0.2, 0.05);
}

} // namespace
} // namespace mien
