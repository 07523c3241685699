// Which channels a tracker's landmarks can show: the table behind Solver::support.
#pragma once

#include "capture/landmark_frame.h"
#include "solver/solver.h"

namespace mien {

/// `none`: the solver gives exactly 0. `weak`: follows a strong expression at best; measured on rendered
/// performances.
[[nodiscard]] ChannelSupport channel_support(Scheme scheme, ChannelIndex channel);

} // namespace mien
