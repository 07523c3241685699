// One picture of a stream with its time: what a VideoSource hands to a Tracker.
#pragma once

#include <cstdint>

#include "base/image.h"
#include "base/time.h"

namespace mien {

/// A plain value; any thread.
struct VideoFrame {
    Timestamp t; ///< live: CLOCK_MONOTONIC of the exposure; file: the container's own time
    std::uint64_t index =
        0;         ///< counts from 0 within the source; live sources skip the numbers of dropped frames
    Image picture; ///< upright (rotation tags already applied), rgb8 or gray8, not mirrored
};

} // namespace mien
