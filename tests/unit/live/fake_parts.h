// Sources and trackers that do as a test says: cameras that are busy or get lost, files that end, trackers
// that stand still.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "live/pipeline.h"
#include "live/pipeline_parts.h"

namespace mien::test {

/// One opening of a fake source.
struct Script {
    bool live = false;
    int frames = 10;
    Duration step = Duration::from_ms(40);
    std::optional<Error> open_error{};    ///< opening fails
    std::optional<Error> after_frames{};  ///< in place of the end
    bool hang_at_end = false;             ///< waits for the stop in place of the end
    std::vector<std::int64_t> times_ns{}; ///< in place of index * step
    std::string camera_id{};              ///< of a camera
};

/// What the fakes saw and how they behave; shared with the pipeline's threads.
struct FakeWorld {
    std::vector<Script> openings; ///< the last one repeats
    std::optional<Error> tracker_error;
    std::function<bool(std::uint64_t)> tracked = [](std::uint64_t) { return true; }; ///< by frame index

    /// Where the face is, in pixels to the right of the middle; a choice of a face moves it there.
    std::atomic<float> face_at = 0;
    std::atomic<int> opened = 0;
    std::atomic<int> frames_given = 0;
    std::atomic<int> frames_tracked = 0;
    std::atomic<int> resets = 0;

    std::mutex options_mutex;
    SourceOptions options; ///< of the last opening

    /// While closed, track() waits.
    void close_gate();
    void open_gate();
    void pass_gate();

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    bool gate_open_ = true;
};

/// Parts over `world`, which must outlive the pipeline; attempts come every 5 ms.
[[nodiscard]] PipelineParts fake_parts(FakeWorld& world);

/// Options for a fake file: unpaced, played once.
[[nodiscard]] PipelineOptions file_options();

/// Waits for a condition that another thread brings about; false after 20 s.
[[nodiscard]] bool eventually(const std::function<bool()>& condition);

/// Starts the pipeline and collects its frames until it stops by itself or `limit` have come.
[[nodiscard]] std::vector<PipelineFrame> collect(Pipeline& pipeline, std::size_t limit);

} // namespace mien::test
