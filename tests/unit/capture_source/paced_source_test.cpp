#include "capture/source/paced_source.h"

#include <thread>

#include <gtest/gtest.h>

#include "capture/source/synthetic_source.h"

namespace mien {
namespace {

/// Frames at given times, each after a delay, then an end or an error.
class ScriptedSource final : public VideoSource {
public:
    struct Step {
        Timestamp t;
        Duration delay{};
    };
    explicit ScriptedSource(std::vector<Step> steps, bool fails = false)
        : steps_(std::move(steps)), fails_(fails) {
        info_.rate = 100;
    }
    [[nodiscard]] const SourceInfo& info() const override { return info_; }
    [[nodiscard]] Result<std::optional<VideoFrame>> next(std::stop_token stop) override {
        if (index_ == steps_.size() && fails_) return fail(ErrorCode::unreadable, "the script fails");
        if (stop.stop_requested() || index_ == steps_.size()) return std::optional<VideoFrame>();
        const Step& step = steps_[index_];
        std::this_thread::sleep_for(step.delay.chrono());
        return std::optional(VideoFrame{step.t, index_++, Image(1, 1, PixelFormat::gray8)});
    }

private:
    std::vector<Step> steps_;
    bool fails_;
    SourceInfo info_;
    std::size_t index_ = 0;
};

std::unique_ptr<VideoSource> paced(std::vector<ScriptedSource::Step> steps, bool fails = false) {
    return make_paced(std::make_unique<ScriptedSource>(std::move(steps), fails));
}

TEST(PacedSource, StampsWithTheLiveClockAndKeepsTheSpacing) {
    const Timestamp before = monotonic_now();
    const auto source = paced({{{5'000'000'000}}, {{5'030'000'000}}, {{5'110'000'000}}});
    std::vector<VideoFrame> frames;
    for (auto frame = source->next({}); frame.value(); frame = source->next({})) {
        EXPECT_GE(monotonic_now(), (*frame)->t) << "not before it is due";
        frames.push_back(std::move(**frame));
    }
    // A machine under load may make the reader late, so frames may be missing, but never the spacing.
    ASSERT_GE(frames.size(), 1u);
    EXPECT_GE(frames[0].t, before);
    for (const VideoFrame& frame : frames) {
        if (frame.index == 0) continue;
        const Duration since_first = frame.t - frames[0].t;
        if (frames[0].index == 0) {
            EXPECT_EQ(since_first.ns, frame.index == 1 ? 30'000'000 : 110'000'000);
        }
    }
    EXPECT_EQ(frames.size() + source->dropped(), 3u);
}

TEST(PacedSource, ASlowReaderGetsTheNewestAndTheRestIsCounted) {
    std::vector<ScriptedSource::Step> steps;
    for (int i = 0; i < 20; ++i) steps.push_back({{i * 2'000'000}});
    const auto source = paced(steps);
    std::vector<std::uint64_t> seen;
    for (;;) {
        std::this_thread::sleep_for(std::chrono::milliseconds(15));
        const auto frame = source->next({});
        ASSERT_TRUE(frame);
        if (!*frame) break;
        if (!seen.empty()) {
            EXPECT_GT((*frame)->index, seen.back());
        }
        seen.push_back((*frame)->index);
    }
    EXPECT_LT(seen.size(), 20u);
    EXPECT_EQ(seen.size() + source->dropped(), 20u);
    EXPECT_FALSE(source->next({}).value().has_value()) << "stays at its end";
}

TEST(PacedSource, ASlowDecoderIsForgivenOverTime) {
    // Each frame takes 12 times its own length: without a new clock every second frame would be dropped for
    // ever and the stamps would fall behind the clock more and more.
    std::vector<ScriptedSource::Step> steps;
    for (int i = 0; i < 30; ++i) steps.push_back({{i * 5'000'000}, Duration::from_ms(60)});
    const auto source = paced(steps);
    std::optional<Timestamp> last;
    for (auto frame = source->next({}); frame.value(); frame = source->next({})) {
        if (last) {
            EXPECT_GT((*frame)->t, *last) << "stamps increase over a new clock";
        }
        last = (*frame)->t;
        EXPECT_LT((monotonic_now() - (*frame)->t).ms(), 60'000);
    }
}

TEST(PacedSource, HandsOnAnErrorAfterTheFrames) {
    const auto source = paced({{{0}}}, true);
    EXPECT_TRUE(source->next({}).value().has_value());
    const auto failed = source->next({});
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error().message, "the script fails");
    EXPECT_FALSE(source->next({}).value().has_value());
}

TEST(PacedSource, AStopEndsTheWaitForAFarFrame) {
    const auto source = paced({{{0}}, {Timestamp::from_seconds(3600)}});
    EXPECT_TRUE(source->next({}).value().has_value());
    std::stop_source stop;
    std::jthread stopper([&] { stop.request_stop(); });
    EXPECT_FALSE(source->next(stop.get_token()).value().has_value());
    // The reading thread, too, waits for that frame; leaving joins it at once.
}

TEST(PacedSource, TheSyntheticFaceIsLiveWhenPaced) {
    SourceOptions options;
    options.paced = true;
    const auto source = open_source("synthetic:0.2", options).value();
    EXPECT_TRUE(source->info().live);
    std::size_t count = 0;
    for (auto frame = source->next({}); frame.value(); frame = source->next({})) {
        EXPECT_EQ(read_index_strip((*frame)->picture), (*frame)->index);
        ++count;
    }
    EXPECT_EQ(count + source->dropped(), 6u);
}

} // namespace
} // namespace mien
