// One input of `mien track` from its first frame to its files.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/statistics.h"
#include "app/track_outputs.h"
#include "app/track_progress.h"
#include "base/result.h"
#include "base/time.h"
#include "capture/tracker/tracker.h"
#include "solver/solver.h"

namespace mien {

struct TrackRequest {
    std::string input; ///< as open_source()
    TrackOutputs outputs;
    TrackerKind tracker = TrackerKind::automatic;
    TrackerOptions tracker_options;
    ModelPaths models;
    SolverOptions solver;
    bool paced = false;                ///< a file plays at its own speed and drops like a camera
    std::optional<double> until;       ///< seconds from the first frame
    Timestamp program_start;           ///< monotonic
    TrackProgress* progress = nullptr; ///< told of every frame, where given; outlives the run
};

/// What happened, for the table of --stats.
struct TrackReport {
    std::string input;
    std::string tracker;
    std::uint64_t frames = 0;
    std::uint64_t tracked = 0;
    std::uint64_t dropped = 0; ///< live and paced sources
    double media_seconds = 0;  ///< from the first frame's time to the last's
    double wall_seconds = 0;
    std::optional<double> first_tracked_seconds; ///< from the program's start
    std::vector<StageTimes> stages;              ///< CPU time a frame
    bool interrupted = false;
    /// The film could not be read to its end: what was tracked until there is written.
    std::optional<Error> damage;
    std::string warning; ///< one line for a person; empty where there is none
};

/// Files are solved as a whole after their last frame, and the same file gives the same bytes; live and paced
/// sources are solved, and recorded into the take, as the frames come. A stop ends the input early, as does
/// damage after the first frame; what was tracked until then is written.
[[nodiscard]] Result<TrackReport> track_input(const TrackRequest& request, const std::stop_token& stop);

[[nodiscard]] std::string report_table(const TrackReport& report);
/// One JSON object, for --stats --json.
[[nodiscard]] std::string report_json(const TrackReport& report);

} // namespace mien
