// Does `--neutral A-B` meet the performer at all?
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "capture/landmark_frame.h"
#include "solver/solver.h"

namespace mien {

/// Frames with a face in the interval, whose seconds count from the first frame.
[[nodiscard]] std::size_t frames_at_rest(std::span<const LandmarkFrame> frames,
                                         const SolverOptions::Interval& interval);

/// What the take's "neutral" says: "A-B" of an interval that was used, "adaptive" otherwise.
[[nodiscard]] std::string neutral_words(std::span<const LandmarkFrame> frames,
                                        const std::optional<SolverOptions::Interval>& interval);

/// One line for a person where an interval was asked for and holds no face; empty otherwise.
[[nodiscard]] std::string neutral_warning(std::span<const LandmarkFrame> frames,
                                          const std::optional<SolverOptions::Interval>& interval);

} // namespace mien
