// What is shown and sent while the face is lost: hold, then ease to neutral, then come back without a jump.
// Never applied to what is stored.
#pragma once

#include <cstdint>
#include <string_view>

#include "solver/face_state.h"

namespace mien {

enum class TrackingState : std::uint8_t { ok, held, easing, neutral };
[[nodiscard]] std::string_view name_of(TrackingState state);

struct LossTimes {
    double hold_s = 0.5; ///< times from docs: hold, ease to neutral, ease back
    double to_neutral_s = 1.0;
    double back_s = 0.25;
};

/// One owner. Feed every frame in time order.
class LossEasing {
public:
    explicit LossEasing(LossTimes times = {}) : times_(times) {}
    /// The state to show at state.t; `tracked` stays as it came.
    [[nodiscard]] FaceState apply(const FaceState& state);
    [[nodiscard]] TrackingState tracking_state() const { return now_; }
    void reset();

private:
    LossTimes times_;
    TrackingState now_ = TrackingState::neutral;
    FaceState shown_;   ///< last output
    FaceState from_;    ///< where the present ease began
    Timestamp since_{}; ///< when the face was lost or came back
    bool have_ = false;
    bool lost_ = true;
};

} // namespace mien
