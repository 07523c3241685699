// How well solved weights and head rotation agree with what an avatar was made to perform. The measures of
// the test data's own scorer: both give the same numbers.
#pragma once

#include <vector>

#include "solver/face_state.h"

namespace mien::test {

struct Score {
    double tracked_percent = 0;
    double mean_r =
        0; ///< Pearson's r, mean over the channels that move in the truth (standard deviation over 0.02)
    double mae = 0;  ///< mean |predicted - truth| over 51 channels (not tongueOut) and all frames
    double leak = 0; ///< mean predicted weight where the truth is exactly 0
    double yaw = 0;  ///< mean absolute errors, degrees
    double pitch = 0;
    double roll = 0;
};

/// Each truth frame takes the predicted state nearest in time, at most 25 ms away; one without, or untracked,
/// counts as zeros. Of each predicted channel the mean over the neutral interval (seconds from 0) is taken
/// off and the rest stretched; of the head's angles the mean difference to the truth there.
[[nodiscard]] Score score(const std::vector<FaceState>& predicted, const std::vector<FaceState>& truth,
                          double neutral_from, double neutral_to);

} // namespace mien::test
