#include "capture/source/paced_source.h"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "base/mailbox.h"

namespace mien {
namespace {

/// Lateness after which the clock is set anew instead of dropping on.
constexpr Duration hopeless = Duration::from_ms(500);

/// Waits until `due` on CLOCK_MONOTONIC; false where a stop was asked for meanwhile.
bool wait_until(Timestamp due, const std::stop_token& stop) {
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any never;
    while (!stop.stop_requested()) {
        const Duration left = due - monotonic_now();
        if (left.ns <= 0) return true;
        never.wait_for(lock, stop, left.chrono(), [] { return false; });
    }
    return false;
}

class PacedSource final : public VideoSource {
public:
    explicit PacedSource(std::unique_ptr<VideoSource> source)
        : source_(std::move(source)), info_(source_->info()) {
        info_.live = true;
        thread_ = std::jthread([this](const std::stop_token& stop) { play(stop); });
    }

    [[nodiscard]] const SourceInfo& info() const override { return info_; }
    [[nodiscard]] std::uint64_t dropped() const override { return late_ + box_.replaced(); }

    [[nodiscard]] Result<std::optional<VideoFrame>> next(std::stop_token stop) override {
        while (!stop.stop_requested() && !ended_) {
            auto message = box_.take(stop, Duration::from_seconds(1));
            if (!message) continue;
            if (!*message || !**message) ended_ = true;
            return std::move(*message);
        }
        return std::optional<VideoFrame>();
    }

private:
    using Message = Result<std::optional<VideoFrame>>;

    void play(const std::stop_token& stop) {
        Duration frame_time = Duration::from_seconds(info_.rate > 0 ? 1 / info_.rate : 1.0 / 30);
        Duration shift; // from the source's clock to CLOCK_MONOTONIC
        std::optional<Timestamp> previous;
        bool shown_since_drop = false;
        while (!stop.stop_requested()) {
            Message message = source_->next(stop);
            if (stop.stop_requested()) return;
            if (!message || !*message) {
                if (previous) (void)wait_until(*previous + shift + frame_time, stop);
                box_.put(std::move(message));
                return;
            }
            VideoFrame& frame = **message;
            const Timestamp now = monotonic_now();
            if (previous) frame_time = frame.t - *previous;
            if (!previous || now - (frame.t + shift) > hopeless) shift = now - frame.t;
            previous = frame.t;
            // One late frame after another would leave the viewer without any: every second one is shown.
            if (now - (frame.t + shift) > frame_time && shown_since_drop) {
                ++late_;
                shown_since_drop = false;
                continue;
            }
            frame.t = frame.t + shift;
            if (!wait_until(frame.t, stop)) return;
            box_.put(std::move(message));
            shown_since_drop = true;
        }
    }

    std::unique_ptr<VideoSource> source_;
    SourceInfo info_;
    Mailbox<Message> box_;
    std::atomic<std::uint64_t> late_ = 0;
    bool ended_ = false;
    std::jthread thread_; ///< last, so that it ends before what it uses
};

} // namespace

std::unique_ptr<VideoSource> make_paced(std::unique_ptr<VideoSource> source) {
    return std::make_unique<PacedSource>(std::move(source));
}

} // namespace mien
