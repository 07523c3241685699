#include "app/track_progress.h"

#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace mien {
namespace {

TEST(TrackProgress, InputsThatAreNotOpenYetCountLikeTheOthers) {
    TrackProgress progress("4 films", 4);
    EXPECT_EQ(progress.total(), std::nullopt);
    progress.expect(100);
    EXPECT_EQ(progress.total(), 400u);
    progress.expect(300);
    EXPECT_EQ(progress.total(), 800u);
    progress.expect(std::nullopt); // a camera: no end is known
    EXPECT_EQ(progress.total(), std::nullopt);
}

TEST(TrackProgress, TakesStepsFromManyThreadsAndWritesNothingIntoAPipe) {
    testing::internal::CaptureStderr();
    {
        TrackProgress progress("2 films", 2);
        std::vector<std::jthread> threads;
        for (int i = 0; i < 2; ++i)
            threads.emplace_back([&progress] {
                progress.expect(1000);
                for (int k = 0; k < 1000; ++k) progress.step();
            });
    }
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

} // namespace
} // namespace mien
