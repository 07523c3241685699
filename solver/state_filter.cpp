#include "solver/state_filter.h"

#include <algorithm>
#include <cmath>

#include "solver/head_rotation.h"

namespace mien {
namespace {

// Chosen so that half a pixel of noise at 30 Hz leaves the head and the weights still (FAULTS B1) while a
// step of 20 degrees reaches four fifths in two frames (B2) and a blink of 100 ms its full size (B3); the
// tests hold all three.
constexpr OneEuroOptions head_options{.min_cutoff = 0.8, .beta = 0.09, .speed_cutoff = 1.2};
constexpr OneEuroOptions position_options{.min_cutoff = 1.0, .beta = 30, .speed_cutoff = 1.0};
constexpr OneEuroOptions lid_options{.min_cutoff = 2.5, .beta = 6, .speed_cutoff = 4};
constexpr OneEuroOptions gaze_options{.min_cutoff = 0.6, .beta = 3, .speed_cutoff = 1.5};
constexpr OneEuroOptions mouth_options{.min_cutoff = 1.5, .beta = 3, .speed_cutoff = 2};
constexpr OneEuroOptions brow_options{.min_cutoff = 0.8, .beta = 1.5, .speed_cutoff = 1};
/// Shapes that move landmarks so little that noise is a good part of them.
constexpr OneEuroOptions faint_options{.min_cutoff = 0.4, .beta = 0.8, .speed_cutoff = 0.5};

/// A head does not come nearer or go away faster than this; what looks so is noise of the depth (FAULTS B8).
constexpr double fastest_depth_m_s = 1.5;

OneEuroOptions options_for(std::string_view name) {
    if (name.starts_with("eyeBlink")) return lid_options;
    if (name.starts_with("eyeLook")) return gaze_options;
    for (const std::string_view stem :
         {"cheekSquint", "eyeSquint", "mouthDimple", "mouthPress", "mouthShrug"})
        if (name.starts_with(stem)) return faint_options;
    if (name.starts_with("mouth") || name.starts_with("jaw")) return mouth_options;
    return brow_options; // brows, lid shapes, cheeks, nose: slow
}

float Calm::*group_of(std::string_view name) {
    if (name.starts_with("eyeLook")) return &Calm::gaze;
    if (name.starts_with("eye")) return &Calm::lids;
    if (name.starts_with("brow")) return &Calm::brows;
    return &Calm::mouth;
}

/// How much quicker than the options above: 1 at a half, eight times either way at the ends.
double quickness(float calm) {
    const double wanted = std::isfinite(calm) ? std::clamp(static_cast<double>(calm), 0.0, 1.0) : 0.5;
    return std::exp2(6 * (0.5 - wanted));
}

} // namespace

StateFilter::StateFilter(const Calm& calm) : rotation_(head_options) {
    set(calm);
}

void StateFilter::set(const Calm& calm) {
    calm_ = calm;
    for (ChannelIndex i = 0; i < channel_count; ++i)
        weights_[i].set(
            quickened(options_for(channel_names[i]), quickness(calm.*group_of(channel_names[i]))));
    rotation_.set(quickened(head_options, quickness(calm.head)));
    for (OneEuroFilter& axis : position_) axis.set(quickened(position_options, quickness(calm.head)));
}

FaceState StateFilter::filter(const FaceState& state) {
    FaceState out = state;
    for (ChannelIndex i = 0; i < channel_count; ++i)
        out.weights[i] = static_cast<float>(weights_[i].filter(state.weights[i], state.t));
    set_rotation(out.head, rotation_.filter(rotation_of(state.head), state.t));
    float z = state.head.z;
    const double dt = (state.t - last_).seconds();
    if (have_ && dt > 0 && dt < 0.5) {
        const auto reach = static_cast<float>(fastest_depth_m_s * dt);
        z = std::clamp(z, last_z_ - reach, last_z_ + reach);
    }
    out.head.x = static_cast<float>(position_[0].filter(state.head.x, state.t));
    out.head.y = static_cast<float>(position_[1].filter(state.head.y, state.t));
    out.head.z = static_cast<float>(position_[2].filter(z, state.t));
    last_ = state.t;
    last_z_ = out.head.z;
    have_ = true;
    return out;
}

void StateFilter::reset() {
    *this = StateFilter(calm_);
}

} // namespace mien
