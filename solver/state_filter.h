// Smooths a FaceState over time: each kind of channel at its own pace, the head's rotation as a rotation.
#pragma once

#include <array>

#include "solver/calm.h"
#include "solver/face_state.h"
#include "solver/one_euro.h"

namespace mien {

/// One owner. Feed tracked states in time order.
class StateFilter {
public:
    explicit StateFilter(const Calm& calm = {});
    /// The same state, smoothed. Weights stay in the range of what went in.
    [[nodiscard]] FaceState filter(const FaceState& state);
    /// From the next state on; no jump.
    void set(const Calm& calm);
    /// Forgets the motion, not the calm.
    void reset();

private:
    Calm calm_;
    std::array<OneEuroFilter, channel_count> weights_;
    OneEuroRotation rotation_;
    std::array<OneEuroFilter, 3> position_;
    Timestamp last_{};
    float last_z_ = 0;
    bool have_ = false;
};

} // namespace mien
