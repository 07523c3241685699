// The running chain without a window: source -> tracker -> solver -> sinks, on threads of its own.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/mailbox.h"
#include "base/result.h"
#include "capture/landmark_frame.h"
#include "capture/source/video_source.h"
#include "capture/tracker/tracker.h"
#include "capture/video_frame.h"
#include "solver/loss_easing.h"
#include "solver/solver.h"
#include "takes/take.h"

namespace mien {

struct PipelineOptions {
    std::string source = "camera";
    SourceOptions source_options{.width = 640, .height = 480, .rate = 30, .paced = true};
    TrackerKind tracker = TrackerKind::automatic;
    ModelPaths models;
    SolverOptions solver;
    bool loop = true; ///< a file starts again at its end
};

/// What one frame became; the newest is kept in a mailbox for the window.
struct PipelineFrame {
    VideoFrame frame;
    LandmarkFrame landmarks;
    SolvedFrame solved;
    FaceState shown; ///< calibrated, with loss easing
    TrackingState tracking = TrackingState::neutral;
    double frames_per_second = 0;
    double latency_ms = 0; ///< from the frame's exposure (live) or its due time (file) to now
    std::uint64_t dropped = 0;
};

/// Where the chain stands, for the window's status line.
struct PipelineStatus {
    enum class Kind : std::uint8_t { starting, running, waiting_for_source, stopped };
    Kind kind = Kind::starting;
    std::string message; ///< empty, or one line: what is wrong and what to do
    std::string source_name;
    std::string tracker_name;
};

/// start() returns at once; opening devices and loading models happen on the pipeline's thread. Any thread
/// may call the functions.
class Pipeline {
public:
    explicit Pipeline(PipelineOptions options);
    Pipeline(const Pipeline&) = delete;
    Pipeline& operator=(const Pipeline&) = delete;
    ~Pipeline(); ///< stops and joins within 0.5 s

    void start();
    void stop();
    /// The newest frame since the last call, if any.
    [[nodiscard]] std::optional<PipelineFrame> newest();
    [[nodiscard]] PipelineStatus status() const;
    void capture_neutral();
    /// Every frame from now on goes into a take at `path`, until stop_recording(). Errors as
    /// TakeWriter::create.
    [[nodiscard]] Result<void> start_recording(const std::filesystem::path& path);
    [[nodiscard]] Result<void> stop_recording();
    [[nodiscard]] bool recording() const;
    /// Called on the pipeline's thread after each frame (to wake a window). Set before start().
    void on_frame(std::function<void()> callback);

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace mien
