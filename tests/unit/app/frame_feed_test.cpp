#include "app/frame_feed.h"

#include <atomic>
#include <chrono>

#include <gtest/gtest.h>

namespace mien {
namespace {

/// Gives `count` frames, then an error or the end, then fails the test if it is asked again.
class CountingSource final : public VideoSource {
public:
    CountingSource(int count, std::optional<Error> error = std::nullopt)
        : count_(count), error_(std::move(error)) {}
    [[nodiscard]] const SourceInfo& info() const override { return info_; }
    [[nodiscard]] Result<std::optional<VideoFrame>> next(std::stop_token stop) override {
        EXPECT_FALSE(over_);
        if (given == count_ || stop.stop_requested()) {
            over_ = true;
            if (error_) return tl::unexpected<Error>(*error_);
            return std::optional<VideoFrame>();
        }
        VideoFrame frame;
        frame.index = static_cast<std::uint64_t>(given++);
        return frame;
    }
    std::atomic<int> given = 0;

private:
    SourceInfo info_;
    int count_;
    std::optional<Error> error_;
    bool over_ = false;
};

TEST(FrameFeed, GivesEveryFrameInOrderAndThenTheEndForEver) {
    for (const std::size_t depth : {0u, 1u, 4u}) {
        CountingSource source(100);
        FrameFeed feed(source, {}, depth);
        for (std::uint64_t i = 0; i < 100; ++i) {
            const auto next = feed.next();
            ASSERT_TRUE(next && *next) << depth;
            ASSERT_EQ((*next)->frame.index, i);
            EXPECT_GE((*next)->decode_ms, 0);
        }
        EXPECT_FALSE(feed.next()->has_value());
        if (depth > 0) {
            EXPECT_FALSE(feed.next()->has_value());
        }
    }
}

TEST(FrameFeed, ReportsAnErrorAfterTheFramesBeforeIt) {
    CountingSource source(3, Error{ErrorCode::unreadable, "damaged", {}});
    FrameFeed feed(source, {}, 4);
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(feed.next()->has_value());
    const auto failed = feed.next();
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error().message, "damaged");
}

TEST(FrameFeed, ReadsAheadByNoMoreThanItsDepth) {
    CountingSource source(1'000'000);
    FrameFeed feed(source, {}, 4);
    for (int i = 0; i < 10; ++i) ASSERT_TRUE(feed.next()->has_value());
    // 10 taken, 4 waiting, 1 in the reader's hand.
    for (int i = 0; i < 50; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    EXPECT_LE(source.given, 15);
}

TEST(FrameFeed, EndsWhereItIsAbandonedOrStopped) {
    CountingSource source(1'000'000);
    { FrameFeed feed(source, {}, 4); } // must not hang
    std::stop_source stop;
    CountingSource other(1'000'000);
    FrameFeed feed(other, stop.get_token(), 2);
    ASSERT_TRUE(feed.next()->has_value());
    stop.request_stop();
    int more = 0;
    while (feed.next()->has_value()) ASSERT_LT(++more, 5);
}

} // namespace
} // namespace mien
