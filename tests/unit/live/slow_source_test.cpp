#include "live/slow_source.h"

#include <gtest/gtest.h>

namespace mien {
namespace {

/// Adds frames every `step_ms` for `seconds`; how often the notice changed.
int add_frames(SlowSource& source, Timestamp& t, int step_ms, double seconds) {
    int changes = 0;
    const Timestamp end = t + Duration::from_seconds(seconds);
    while (t < end) changes += source.add(t = t + Duration::from_ms(step_ms)) ? 1 : 0;
    return changes;
}

TEST(SlowSource, IsToldOfOnceAfterThreeSeconds) {
    SlowSource source(30);
    Timestamp t;
    EXPECT_EQ(add_frames(source, t, 33, 10), 0);
    EXPECT_EQ(add_frames(source, t, 80, 2.5), 0);
    EXPECT_EQ(source.notice("cam", true), "");
    EXPECT_EQ(add_frames(source, t, 80, 10), 1);
    const std::string notice = source.notice("cam", true);
    EXPECT_NE(notice.find("cam gives 1"), std::string::npos) << notice;
    EXPECT_NE(notice.find("of 30"), std::string::npos) << notice;
    EXPECT_EQ(add_frames(source, t, 33, 10), 1);
    EXPECT_EQ(source.notice("cam", true), "");
}

TEST(SlowSource, AFilmIsNotHelpedByLight) {
    SlowSource source(30);
    Timestamp t;
    (void)add_frames(source, t, 100, 5);
    EXPECT_NE(source.notice("Camera", true).find("more light"), std::string::npos);
    EXPECT_EQ(source.notice("film.mp4", false).find("light"), std::string::npos);
    EXPECT_NE(source.notice("film.mp4", false).find("film.mp4 gives 10 of 30"), std::string::npos);
}

TEST(SlowSource, ForAShortWhileIsForgiven) {
    SlowSource source(30);
    Timestamp t;
    for (int i = 0; i < 5; ++i) {
        EXPECT_EQ(add_frames(source, t, 100, 2), 0);
        EXPECT_EQ(add_frames(source, t, 33, 2), 0);
    }
}

TEST(SlowSource, ThatPromisesNothingIsNeverSlow) {
    SlowSource source(0);
    Timestamp t;
    EXPECT_EQ(add_frames(source, t, 500, 20), 0);
}

} // namespace
} // namespace mien
