// How many frames a second arrive, measured.
#pragma once

#include <deque>

#include "base/time.h"

namespace mien {

/// The rate over the last second. One owner.
class FrameRate {
public:
    /// A frame arrived now; the rate including it. 0 before the second frame.
    double add(Timestamp now);

private:
    std::deque<Timestamp> times_;
};

} // namespace mien
