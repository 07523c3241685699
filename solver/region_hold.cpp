#include "solver/region_hold.h"

#include <algorithm>
#include <cmath>

namespace mien {
namespace {

enum Region : std::size_t { eyes, brows, mouth };

/// Cheeks and nose move with the mouth and are hidden with it.
Region region_of(ChannelIndex i) {
    if (channel_names[i].starts_with("eye")) return eyes;
    return channel_names[i].starts_with("brow") ? brows : mouth;
}

/// 0 up to `from`, 1 from `to` on, smooth between; 0 for what is no number.
float ramp(float value, float from, float to) {
    const float t = value >= from ? std::clamp((value - from) / (to - from), 0.0F, 1.0F) : 0;
    return t * t * (3 - 2 * t);
}

// Below the lower one a part counts as hidden, above the upper one as seen.
constexpr float hidden_quality = 0.15F;
constexpr float seen_quality = 0.35F;

} // namespace

FaceState RegionHold::apply(const FaceState& state, const RegionQuality& regions) {
    constexpr LossTimes times{};
    const double dt = have_ ? std::clamp((state.t - last_).seconds(), 0.0, 0.5) : 0;
    const std::array<float, 3> quality = {regions.eyes, regions.brows, regions.mouth};
    std::array<float, 3> kept{};
    for (std::size_t r = 0; r < parts_.size(); ++r) {
        Part& part = parts_[r];
        const float wanted = ramp(quality[r], hidden_quality, seen_quality);
        const auto step = static_cast<float>(dt / times.back_s);
        part.trust = have_ ? std::min(wanted, part.trust + step) : wanted;
        part.hidden_s = wanted < 1 ? part.hidden_s + dt : 0;
        const auto eased = static_cast<float>((part.hidden_s - times.hold_s) / times.to_neutral_s);
        kept[r] = 1 - ramp(eased, 0, 1);
    }
    FaceState out = state;
    for (ChannelIndex i = 0; i < channel_count; ++i) {
        const Region r = region_of(i);
        out.weights[i] = std::lerp(kept[r] * held_[i], state.weights[i], parts_[r].trust);
        if (parts_[r].trust == 1) held_[i] = state.weights[i];
    }
    last_ = state.t;
    have_ = true;
    return out;
}

} // namespace mien
