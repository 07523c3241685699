// What is known of faces beyond single frames' evidence, applied after the fit: each rule a switch.
#pragma once

#include "solver/face_state.h"

namespace mien {

struct RuleOptions {
    bool lids_follow_when_turned =
        true; ///< beyond 20 degrees of yaw the far lid is seen badly and follows the near one
    bool wide_is_zero_while_blinking = true;
    bool close_needs_open_jaw = true; ///< mouthClose never exceeds jawOpen
    bool shared_gaze = true;          ///< both eyes look the same way unless they are clearly crossed
    bool gaze_holds_while_shut = true;
    double dead_zone = 0.03; ///< weights below are 0, above it stretched so that 1 stays 1
};

/// Remembers the gaze while the eyes are shut. One owner; states in time order.
class Rules {
public:
    explicit Rules(RuleOptions options = {}) : options_(options) {}
    /// The state with the rules applied. Weights in 0..1 stay in it.
    [[nodiscard]] FaceState apply(const FaceState& state);
    void reset() { have_gaze_ = false; }

private:
    void share_gaze(Weights& weights);

    RuleOptions options_;
    bool have_gaze_ = false;
    float gaze_side_ = 0; ///< to the performer's left
    float gaze_down_ = 0;
    float trust_ = 1; ///< rises from 0 to 1 after the eyes opened
    Timestamp last_{};
};

} // namespace mien
