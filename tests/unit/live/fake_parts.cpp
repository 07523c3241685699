#include "fake_parts.h"

#include <chrono>
#include <cmath>
#include <thread>

namespace mien::test {
namespace {

class FakeSource final : public VideoSource {
public:
    FakeSource(FakeWorld& world, Script script) : world_(world), script_(std::move(script)) {
        info_.name = "fake";
        info_.live = script_.live;
        info_.camera_id = script_.camera_id;
    }
    [[nodiscard]] const SourceInfo& info() const override { return info_; }
    [[nodiscard]] Result<std::optional<VideoFrame>> next(std::stop_token stop) override {
        if (given_ == script_.frames) return at_end(stop);
        VideoFrame frame;
        frame.index = static_cast<std::uint64_t>(given_);
        frame.t = script_.times_ns.empty() ? Timestamp{} + script_.step * given_
                                           : Timestamp{script_.times_ns.at(frame.index)};
        if (script_.live) frame.t = monotonic_now();
        frame.picture = Image(32, 24, PixelFormat::rgb8);
        ++given_;
        ++world_.frames_given;
        if (script_.live) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        return frame;
    }

private:
    Result<std::optional<VideoFrame>> at_end(const std::stop_token& stop) {
        if (script_.hang_at_end) {
            std::mutex mutex;
            std::unique_lock lock(mutex);
            std::condition_variable_any never;
            never.wait(lock, stop, [] { return false; });
        }
        if (script_.after_frames) return tl::unexpected<Error>(*script_.after_frames);
        return std::optional<VideoFrame>();
    }

    FakeWorld& world_;
    Script script_;
    SourceInfo info_;
    int given_ = 0;
};

/// 68 points on circles that breathe with the number of frames since the last reset.
class FakeTracker final : public Tracker {
public:
    explicit FakeTracker(FakeWorld& world) : world_(world) {}
    [[nodiscard]] std::string_view name() const override { return "fake tracker"; }
    [[nodiscard]] Scheme scheme() const override { return Scheme::ibug68; }
    [[nodiscard]] LandmarkFrame track(const VideoFrame& frame) override {
        world_.pass_gate();
        LandmarkFrame result;
        result.t = frame.t;
        result.index = frame.index;
        result.image_width = 640;
        result.image_height = 480;
        ++since_reset_;
        ++world_.frames_tracked;
        if (!world_.tracked(frame.index)) return result;
        result.tracked = true;
        result.quality = 0.9f;
        result.scheme = Scheme::ibug68;
        result.points.resize(68);
        for (std::size_t i = 0; i < result.points.size(); ++i) {
            const auto angle = static_cast<float>(i) * 0.37f;
            const float radius =
                60.0f + 20.0f * std::sin(angle * 5.0f + 0.3f * static_cast<float>(since_reset_));
            result.points[i] = {320 + world_.face_at + radius * std::cos(angle),
                                240 + radius * std::sin(angle), 0};
        }
        return result;
    }
    void choose(float x, float) override { world_.face_at = x - 320; }
    void reset() override {
        since_reset_ = 0;
        ++world_.resets;
    }
    [[nodiscard]] TrackTimes times() const override { return {}; }

private:
    FakeWorld& world_;
    int since_reset_ = 0;
};

} // namespace

void FakeWorld::close_gate() {
    const std::lock_guard lock(mutex_);
    gate_open_ = false;
}

void FakeWorld::open_gate() {
    {
        const std::lock_guard lock(mutex_);
        gate_open_ = true;
    }
    changed_.notify_all();
}

void FakeWorld::pass_gate() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return gate_open_; });
}

PipelineParts fake_parts(FakeWorld& world) {
    PipelineParts parts;
    parts.open_source = [&world](const std::string&,
                                 const SourceOptions& options) -> Result<std::unique_ptr<VideoSource>> {
        {
            const std::lock_guard lock(world.options_mutex);
            world.options = options;
        }
        const auto number = static_cast<std::size_t>(world.opened++);
        const Script& script = world.openings.at(std::min(number, world.openings.size() - 1));
        if (script.open_error) return tl::unexpected<Error>(*script.open_error);
        return std::make_unique<FakeSource>(world, script);
    };
    parts.make_tracker = [&world](TrackerKind, const ModelPaths&,
                                  const TrackerOptions&) -> Result<std::unique_ptr<Tracker>> {
        if (world.tracker_error) return tl::unexpected<Error>(*world.tracker_error);
        return std::make_unique<FakeTracker>(world);
    };
    parts.retry_interval = Duration::from_ms(5);
    return parts;
}

PipelineOptions file_options() {
    PipelineOptions options;
    options.source = "fake";
    options.source_options.paced = false;
    options.loop = false;
    return options;
}

bool eventually(const std::function<bool()>& condition) {
    for (int i = 0; i < 20'000; ++i) {
        if (condition()) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return false;
}

std::vector<PipelineFrame> collect(Pipeline& pipeline, std::size_t limit) {
    std::vector<PipelineFrame> frames;
    std::mutex mutex;
    pipeline.on_frame([&] {
        auto frame = pipeline.newest();
        const std::lock_guard lock(mutex);
        if (frame && frames.size() < limit) frames.push_back(std::move(*frame));
    });
    pipeline.start();
    (void)eventually([&] {
        const std::lock_guard lock(mutex);
        return frames.size() >= limit || pipeline.status().kind == PipelineStatus::Kind::stopped;
    });
    pipeline.stop();
    return frames;
}

} // namespace mien::test
