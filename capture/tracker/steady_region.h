// The region that is cut out of the next frame, held still as long as the face is.
#pragma once

#include "capture/tracker/square_sampler.h"

namespace mien {

/// `held`, moved towards `wanted` by as much as it is more than a tolerance away. A region that trembles with
/// the points makes the points tremble; one that lags a little is still within what the network has learnt.
[[nodiscard]] SquareRegion follow(const SquareRegion& held, const SquareRegion& wanted);

} // namespace mien
