// Parts of the face that the tracker cannot see keep their last shape for a moment and then go to rest; the
// rest of the face moves on.
#pragma once

#include <array>

#include "capture/landmark_frame.h"
#include "solver/face_state.h"
#include "solver/loss_easing.h"

namespace mien {

/// One owner. Tracked states in time order. Part of what is stored: what a hidden mouth seemed to say is no
/// measurement.
class RegionHold {
public:
    /// The state with the weights of hidden parts held, then eased to 0. Parts that come back do so over
    /// LossTimes::back_s.
    [[nodiscard]] FaceState apply(const FaceState& state, const RegionQuality& regions);
    void reset() { *this = RegionHold(); }

private:
    struct Part {
        float trust = 1;     ///< how much of what is seen counts
        double hidden_s = 0; ///< for how long it has not been seen
    };
    std::array<Part, 3> parts_{};
    Weights held_{}; ///< what was shown when the part was last seen
    Timestamp last_{};
    bool have_ = false;
};

} // namespace mien
