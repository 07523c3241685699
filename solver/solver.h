// Landmarks to FaceState: pose, neutral, weights, filter. Keeps the performer's state from frame to frame.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "base/result.h"
#include "capture/landmark_frame.h"
#include "solver/calm.h"
#include "solver/face_state.h"

namespace mien {

struct FaceBasis;
struct Profile;
struct Prompt;

/// Whether a tracker's landmarks can show a channel at all.
enum class ChannelSupport : std::uint8_t { measured, weak, none };

struct SolverOptions {
    float vertical_fov = 45; ///< degrees; the camera's, over the height of the upright picture as it is
    /// The performer's, millimetres between the pupils: what tells a small head near by from a large one far
    /// away. The mean of adults unless it is known.
    float pupil_distance = 63;
    /// Seconds on the stream's clock, from the first frame, in which the performer is at rest: their mean
    /// becomes the neutral. Without it (and without a profile) an adaptive one is used.
    struct Interval {
        double from = 0;
        double to = 0;
    };
    std::optional<Interval> neutral{};
    /// The performer, from a calibration: their neutral, unless `neutral` says when they rest, their
    /// expressions, and what the user set for each channel. Null: nobody in particular.
    std::shared_ptr<const Profile> profile{};
    /// The rig that is driven, as its mirror saw it (live/rig_mirror.h). Null: everyone's basis.
    std::shared_ptr<const FaceBasis> rig{};
    bool filter = true; ///< One Euro; off for measuring
    Calm calm{};        ///< how much of it, by part of the face
};

/// The stages of one frame. `raw` is what the landmarks say, `calibrated` has neutral, filter and rules
/// applied, and parts of the face that are hidden held and eased to rest.
struct SolvedFrame {
    FaceState raw;
    FaceState calibrated;
};

/// One owner, one thread at a time. Frames in time order; a step back in time resets the filters.
class Solver {
public:
    /// `canonical_face`: geometry_pipeline_metadata_landmarks.binarypb of the mesh package, for mesh478; may
    /// be missing where only 68 points are solved. Errors: unreadable.
    [[nodiscard]] static Result<Solver> create(const std::filesystem::path& canonical_face,
                                               const SolverOptions& options);
    /// The same with the bytes of that file; `what` names them in messages.
    [[nodiscard]] static Result<Solver> create(std::span<const std::uint8_t> canonical_face,
                                               const std::string& what, const SolverOptions& options);
    Solver(Solver&&) noexcept;
    Solver& operator=(Solver&&) noexcept;
    ~Solver();

    /// Live use: one frame in, its state out, with what is known so far.
    [[nodiscard]] SolvedFrame solve(const LandmarkFrame& frame);

    /// Files and takes: all frames at once, so that the neutral interval serves the frames before its end
    /// too.
    [[nodiscard]] std::vector<SolvedFrame> solve_all(std::span<const LandmarkFrame> frames);

    /// Learns the performer of a guided recording (calibration/calibrate.h) from its frames and what was
    /// asked of them. The neutral is the one of the options, else the first prompt that asks for nothing.
    /// Errors: usage, in words for the performer.
    [[nodiscard]] Result<Profile> calibrate(std::span<const LandmarkFrame> frames,
                                            std::span<const Prompt> prompts);

    /// The performer is at rest now: the mean of the next `seconds` of tracked frames becomes the neutral.
    void capture_neutral(double seconds = 0.5);
    /// From the next frame on; no jump.
    void set_calm(const Calm& calm);
    /// From the next frame on, within the ranges that create() takes; others change nothing.
    void set_optics(float vertical_fov, float pupil_distance);
    /// Forgets filters and the captured neutral.
    void reset();

    [[nodiscard]] static ChannelSupport support(Scheme scheme, ChannelIndex channel);

private:
    struct State;
    explicit Solver(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

} // namespace mien
