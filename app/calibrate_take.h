// `mien solve TAKE --calibrate`: a performer's profile from a recording of what they were asked to do.
#pragma once

#include <span>
#include <string>

#include "base/result.h"
#include "solver/profile.h"
#include "solver/solver.h"

namespace mien {

struct CalibrateRequest {
    std::string take;    ///< names the performer too
    std::string prompts; ///< a table (solver/calibration/prompts.h)
    std::string output;  ///< the profile
};

/// Learns, writes the profile and prints what became of each channel to standard error. Errors: usage,
/// unreadable, unavailable.
[[nodiscard]] Result<void> calibrate_take(const CalibrateRequest& request,
                                          std::span<const LandmarkFrame> landmarks, Solver& solver);

/// The lines for a person: a channel each with its reach, noise and leak, then the prompts that were not
/// followed.
[[nodiscard]] std::string calibration_report(const Calibration& calibration, std::span<const Prompt> prompts);

} // namespace mien
