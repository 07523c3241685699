// What is shown and sent while the face is lost: hold, then ease to neutral, then come back without a jump.
// Never applied to what is stored.
#pragma once

#include <cstdint>
#include <string_view>

#include "solver/face_state.h"

namespace mien {

enum class TrackingState : std::uint8_t { ok, held, easing, neutral };
/// "ok", "held", "easing", "neutral": as shown, recorded and sent.
[[nodiscard]] std::string_view name_of(TrackingState state);

struct LossTimes {
    double hold_s = 0.5; ///< the last state stands still
    double to_neutral_s = 1.0;
    double back_s = 0.25; ///< from what is shown to the face that came back
};

/// One owner. Feed every frame in time order; a step back in time starts anew.
class LossEasing {
public:
    explicit LossEasing(LossTimes times = {}) : times_(times) {}
    /// The state to show at state.t; `tracked` stays as it came. Weights ease in a straight line with soft
    /// ends, the head turns along the shortest arc. At neutral all weights are 0 and the head stands as
    /// rest_at() says.
    [[nodiscard]] FaceState apply(const FaceState& state);
    [[nodiscard]] TrackingState tracking_state() const { return now_; }
    /// Where the head goes when it eases to neutral (the centre that retargeting undoes): straight ahead
    /// unless set. While its z is 0 (no position known) the head keeps the place where it was lost.
    void rest_at(const HeadPose& centre) { rest_ = centre; }
    void reset();

private:
    [[nodiscard]] FaceState follow(const FaceState& state);
    [[nodiscard]] FaceState lose(const FaceState& state);
    [[nodiscard]] FaceState neutral() const;

    LossTimes times_;
    TrackingState now_ = TrackingState::neutral;
    HeadPose rest_;
    FaceState shown_;   ///< last output
    FaceState from_;    ///< where the present ease began
    Timestamp since_{}; ///< when the face was lost or came back
    bool have_ = false; ///< a face was seen since the start
    bool lost_ = true;
};

} // namespace mien
