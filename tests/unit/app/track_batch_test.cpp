#include "app/track_batch.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace mien {
namespace {

/// Requests that fail at once, each by its own name.
std::vector<TrackRequest> missing_films(int count) {
    std::vector<TrackRequest> requests(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i)
        requests[static_cast<std::size_t>(i)].input = "/nowhere/" + std::to_string(i) + ".mp4";
    return requests;
}

TEST(TrackAll, ReportsEachRequestOnceAndInTheirOrder) {
    for (const std::size_t jobs : {0u, 1u, 3u, 100u}) {
        std::vector<std::size_t> order;
        track_all(missing_films(20), jobs, {}, [&](std::size_t index, const Result<TrackReport>& report) {
            order.push_back(index);
            ASSERT_FALSE(report);
            EXPECT_NE(report.error().message.find("/" + std::to_string(index) + ".mp4"), std::string::npos);
        });
        ASSERT_EQ(order.size(), 20u) << jobs;
        for (std::size_t i = 0; i < order.size(); ++i) EXPECT_EQ(order[i], i);
    }
}

TEST(TrackAll, AfterAStopNothingIsBegun) {
    std::stop_source stop;
    stop.request_stop();
    int reports = 0;
    track_all(missing_films(5), 2, stop.get_token(),
              [&](std::size_t, const Result<TrackReport>&) { ++reports; });
    EXPECT_EQ(reports, 0);
}

TEST(TrackAll, NothingToDoIsDoneAtOnce) {
    track_all({}, 4, {}, [](std::size_t, const Result<TrackReport>&) { FAIL(); });
}

} // namespace
} // namespace mien
