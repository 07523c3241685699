#include "app/neutral_interval.h"

#include <vector>

#include <gtest/gtest.h>

namespace mien {
namespace {

/// Four frames, one a second from second 7 on; the third has no face.
std::vector<LandmarkFrame> recording() {
    std::vector<LandmarkFrame> frames(4);
    for (std::size_t i = 0; i < frames.size(); ++i) {
        frames[i].t = Timestamp::from_seconds(7.0 + static_cast<double>(i));
        frames[i].tracked = i != 2;
    }
    return frames;
}

TEST(NeutralInterval, CountsFacesFromTheFirstFrameOn) {
    EXPECT_EQ(frames_at_rest(recording(), {.from = 0, .to = 2}), 2u);
    EXPECT_EQ(frames_at_rest(recording(), {.from = 2, .to = 3}), 0u);
    EXPECT_EQ(frames_at_rest({}, {.from = 0, .to = 3}), 0u);
}

TEST(NeutralInterval, SaysWhatWasUsed) {
    EXPECT_EQ(neutral_words(recording(), SolverOptions::Interval{.from = 0, .to = 1.5}), "0-1.5");
    EXPECT_EQ(neutral_words(recording(), SolverOptions::Interval{.from = 50, .to = 60}), "adaptive");
    EXPECT_EQ(neutral_words(recording(), std::nullopt), "adaptive");
}

TEST(NeutralInterval, WarnsWhereItHoldsNoFace) {
    EXPECT_EQ(neutral_warning(recording(), std::nullopt), "");
    EXPECT_EQ(neutral_warning(recording(), SolverOptions::Interval{.from = 0, .to = 1}), "");
    const std::string beyond = neutral_warning(recording(), SolverOptions::Interval{.from = 50, .to = 60});
    EXPECT_NE(beyond.find("--neutral 50-60 lies beyond the end"), std::string::npos) << beyond;
    const std::string empty = neutral_warning(recording(), SolverOptions::Interval{.from = 2, .to = 3});
    EXPECT_NE(empty.find("no frame with a face"), std::string::npos) << empty;
}

} // namespace
} // namespace mien
