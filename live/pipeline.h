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
#include "live/camera_choices.h"
#include "solver/loss_easing.h"
#include "solver/solver.h"
#include "takes/take.h"

namespace mien {

struct PipelineParts; // live/pipeline_parts.h

struct PipelineOptions {
    std::string source = "camera";
    SourceOptions source_options{.width = 640, .height = 480, .rate = 30, .paced = true};
    TrackerKind tracker = TrackerKind::automatic;
    TrackerOptions tracker_options;
    ModelPaths models;
    SolverOptions solver;
    CameraChoices cameras; ///< what the person set for each; the modes of `source_options` go before them
    /// solver.vertical_fov goes before what `cameras` says (a person asked for it now).
    bool fov_given = false;
    bool loop = true;   ///< a file starts again at its end
    TakeMeta take_meta; ///< goes into every take, beside what the pipeline knows (source, tracker)
};

/// What one frame became; the newest is kept in a mailbox for the window.
struct PipelineFrame {
    VideoFrame frame;
    LandmarkFrame landmarks;
    SolvedFrame solved;
    FaceState shown; ///< calibrated, with loss easing
    TrackingState tracking = TrackingState::neutral;
    double frames_per_second = 0; ///< measured over the last second; 0 before the second frame
    double latency_ms = 0;        ///< from the frame's exposure (live) or its due time (file) to now
    std::uint64_t dropped = 0;
    double source_rate = 0; ///< pictures a second that a live source really gives; 0 not yet known, or a file
};

/// Where the chain stands, for the window's status line.
struct PipelineStatus {
    enum class Kind : std::uint8_t { starting, running, waiting_for_source, stopped };
    Kind kind = Kind::starting;
    std::string message; ///< empty, or one line: what is wrong and what to do
    std::string source_name;
    std::string tracker_name;
    SourceInfo source;              ///< what runs, or ran last
    std::optional<ErrorCode> error; ///< why it waits, or stopped by itself; none at the end of a file
};

/// What turns pixels into degrees and metres.
struct Optics {
    float vertical_fov = SolverOptions{}.vertical_fov;     ///< degrees
    float pupil_distance = SolverOptions{}.pupil_distance; ///< millimetres
    bool operator==(const Optics&) const = default;
};

/// start() returns at once; opening devices and loading models happen on the pipeline's threads: one waits
/// for pictures, one tracks and solves. A camera that is missing, busy or lost is tried again every 2 s. Any
/// thread may call the functions; start() and stop() once each.
class Pipeline {
public:
    explicit Pipeline(PipelineOptions options);
    /// With other makers of sources and trackers (tests).
    Pipeline(PipelineOptions options, PipelineParts parts);
    Pipeline(const Pipeline&) = delete;
    Pipeline& operator=(const Pipeline&) = delete;
    ~Pipeline(); ///< stops and joins within 0.5 s

    void start();
    /// Also finishes a take that is being recorded.
    void stop();
    /// The newest frame since the last call, if any.
    [[nodiscard]] std::optional<PipelineFrame> newest();
    [[nodiscard]] PipelineStatus status() const;
    void capture_neutral();
    /// From the next frame on; no jump.
    void set_calm(const Calm& calm);
    /// From the next frame on, for the source that runs; values out of range change nothing.
    void set_optics(const Optics& optics);
    /// Follows the face at this point of the upright picture (pixels), where there is one.
    void choose_face(float x, float y);
    /// Every frame from now on goes into a take at `path`, until stop_recording(). Errors as
    /// TakeWriter::create, and usage while one is recorded already.
    [[nodiscard]] Result<void> start_recording(const std::filesystem::path& path);
    /// Completes the take. Errors: what went wrong while recording, also earlier (status() showed it then);
    /// usage where none is recorded.
    [[nodiscard]] Result<void> stop_recording();
    /// False again as soon as the disk failed.
    [[nodiscard]] bool recording() const;
    /// Called on the pipeline's thread after each frame (to wake a window). Set before start().
    void on_frame(std::function<void()> callback);

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace mien
