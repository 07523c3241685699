#include "solver/loss_easing.h"

#include <algorithm>
#include <cmath>

#include "solver/head_rotation.h"

namespace mien {
namespace {

/// 0 at 0, 1 at 1, without a kink at either end. A time of 0 is a step.
double eased(double elapsed_s, double whole_s) {
    if (whole_s <= 0) return 1;
    const double t = std::clamp(elapsed_s / whole_s, 0.0, 1.0);
    return t * t * (3 - 2 * t);
}

FaceState blend(const FaceState& from, const FaceState& to, double share) {
    const auto mix = [share](float a, float b) { return static_cast<float>(a + (b - a) * share); };
    FaceState out = to;
    out.quality = mix(from.quality, to.quality);
    out.head.x = mix(from.head.x, to.head.x);
    out.head.y = mix(from.head.y, to.head.y);
    out.head.z = mix(from.head.z, to.head.z);
    set_rotation(out.head, rotation_of(from.head).slerp(share, rotation_of(to.head)));
    for (ChannelIndex i = 0; i < channel_count; ++i) out.weights[i] = mix(from.weights[i], to.weights[i]);
    return out;
}

bool is_finite(const FaceState& state) {
    const HeadPose& head = state.head;
    for (const float value : {state.quality, head.x, head.y, head.z, head.pitch, head.yaw, head.roll})
        if (!std::isfinite(value)) return false;
    return std::all_of(state.weights.begin(), state.weights.end(), [](float w) { return std::isfinite(w); });
}

} // namespace

std::string_view name_of(TrackingState state) {
    switch (state) {
    case TrackingState::ok:
        return "ok";
    case TrackingState::held:
        return "held";
    case TrackingState::easing:
        return "easing";
    case TrackingState::neutral:
        return "neutral";
    }
    return "neutral";
}

FaceState LossEasing::apply(const FaceState& state) {
    if (have_ && state.t < shown_.t) reset();
    FaceState out = state.tracked && is_finite(state) ? follow(state) : lose(state);
    out.t = state.t;
    out.tracked = state.tracked;
    shown_ = out;
    return out;
}

FaceState LossEasing::follow(const FaceState& state) {
    if (lost_) {
        lost_ = false;
        since_ = state.t;
        from_ = have_ ? shown_ : neutral();
        if (!have_) { // nothing was shown yet: the head starts where it is
            from_.head.x = state.head.x;
            from_.head.y = state.head.y;
            from_.head.z = state.head.z;
        }
    }
    have_ = true;
    const double share = eased((state.t - since_).seconds(), times_.back_s);
    now_ = share < 1 ? TrackingState::easing : TrackingState::ok;
    return share < 1 ? blend(from_, state, share) : state;
}

FaceState LossEasing::lose(const FaceState& state) {
    if (!have_) {
        now_ = TrackingState::neutral;
        return neutral();
    }
    if (!lost_) {
        lost_ = true;
        since_ = state.t;
        from_ = shown_;
    }
    const double elapsed_s = (state.t - since_).seconds();
    if (elapsed_s < times_.hold_s) {
        now_ = TrackingState::held;
        return from_;
    }
    const double share = eased(elapsed_s - times_.hold_s, times_.to_neutral_s);
    now_ = share < 1 ? TrackingState::easing : TrackingState::neutral;
    return share < 1 ? blend(from_, neutral(), share) : neutral();
}

FaceState LossEasing::neutral() const {
    FaceState state;
    state.head = rest_;
    if (rest_.z == 0) {
        state.head.x = from_.head.x;
        state.head.y = from_.head.y;
        state.head.z = from_.head.z;
    }
    return state;
}

void LossEasing::reset() {
    const LossTimes times = times_;
    const HeadPose rest = rest_;
    *this = LossEasing(times);
    rest_ = rest;
}

} // namespace mien
