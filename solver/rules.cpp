#include "solver/rules.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace mien {
namespace {

constexpr ChannelIndex blink_left = channel("eyeBlinkLeft");
constexpr ChannelIndex blink_right = channel("eyeBlinkRight");

/// 0 below `from`, 1 above `to`, smooth between.
float ramp(float value, float from, float to) {
    const float t = std::clamp((value - from) / (to - from), 0.0F, 1.0F);
    return t * t * (3 - 2 * t);
}

/// As far from the common gaze trackers see an eye that looks the same way: 6 degrees.
constexpr float largest_squint_of_noise = 0.2F;

/// What of a value goes beyond a limit to either side.
float beyond(float value, float limit) {
    return std::copysign(std::max(std::abs(value) - limit, 0.0F), value);
}

/// The far lid's own evidence fades out between 20 and 35 degrees of yaw.
void follow_near_lid(Weights& weights, float yaw) {
    const float share = ramp(std::abs(yaw), 20, 35);
    if (share == 0) return;
    // Yaw to the performer's left hides the left side.
    constexpr std::array<std::array<ChannelIndex, 2>, 3> pairs = {{
        {channel("eyeBlinkLeft"), channel("eyeBlinkRight")},
        {channel("eyeWideLeft"), channel("eyeWideRight")},
        {channel("eyeSquintLeft"), channel("eyeSquintRight")},
    }};
    for (const auto& [left, right] : pairs) {
        const ChannelIndex far = yaw > 0 ? left : right;
        const ChannelIndex near = yaw > 0 ? right : left;
        weights[far] += share * (weights[near] - weights[far]);
    }
}

} // namespace

void Rules::share_gaze(Weights& weights) {
    struct Eye {
        ChannelIndex toward_left, toward_right, up, down, blink;
    };
    constexpr std::array<Eye, 2> eyes = {{
        {channel("eyeLookOutLeft"), channel("eyeLookInLeft"), channel("eyeLookUpLeft"),
         channel("eyeLookDownLeft"), blink_left},
        {channel("eyeLookInRight"), channel("eyeLookOutRight"), channel("eyeLookUpRight"),
         channel("eyeLookDownRight"), blink_right},
    }};
    float total = 0;
    float side = 0;
    float down = 0;
    std::array<float, 2> sides{};
    for (std::size_t i = 0; i < eyes.size(); ++i) {
        const Eye& eye = eyes[i];
        // An eye that is nearly shut does not show where it looks (FAULTS A9).
        const float openness = 1 - weights[eye.blink];
        const float trust = options_.gaze_holds_while_shut ? ramp(openness, 0.35F, 0.55F) : 1;
        sides[i] = weights[eye.toward_left] - weights[eye.toward_right];
        total += trust;
        side += trust * sides[i];
        down += trust * (weights[eye.down] - weights[eye.up]);
    }
    if (total > 0.01F) {
        side /= total;
        down /= total;
        const float trust = std::min(1.0F, total) * trust_;
        // Just after opening the eyes swing to where they look, 7.5 degrees a frame at most (FAULTS A10).
        const float reach = trust_ < 1 ? 0.25F : 2.0F;
        const auto follow = [&](float held, float seen) {
            return have_gaze_ ? held + std::clamp(trust * (seen - held), -reach, reach) : seen;
        };
        gaze_side_ = follow(gaze_side_, side);
        gaze_down_ = follow(gaze_down_, down);
        have_gaze_ = true;
    }
    if (!have_gaze_) return;
    // Two open eyes that clearly look apart do: crossed eyes. Up and down they always go together.
    const float apart = total > 1.9F ? beyond((sides[0] - sides[1]) / 2, largest_squint_of_noise) : 0;
    for (std::size_t i = 0; i < eyes.size(); ++i) {
        const Eye& eye = eyes[i];
        const float own = gaze_side_ + (i == 0 ? apart : -apart);
        weights[eye.toward_left] = std::clamp(own, 0.0F, 1.0F);
        weights[eye.toward_right] = std::clamp(-own, 0.0F, 1.0F);
        weights[eye.down] = std::clamp(gaze_down_, 0.0F, 1.0F);
        weights[eye.up] = std::clamp(-gaze_down_, 0.0F, 1.0F);
    }
}

FaceState Rules::apply(const FaceState& state) {
    FaceState out = state;
    Weights& w = out.weights;
    if (options_.lids_follow_when_turned) follow_near_lid(w, state.head.yaw);

    const bool shut = std::min(w[blink_left], w[blink_right]) > 0.65F;
    const double dt = std::clamp((state.t - last_).seconds(), 0.0, 0.1);
    last_ = state.t;
    constexpr double opening_s = 0.2; // the gaze eases to where the opened eyes look (FAULTS A10)
    trust_ = shut ? 0 : std::min(1.0F, trust_ + static_cast<float>(dt / opening_s));
    if (options_.shared_gaze) share_gaze(w);

    if (options_.wide_is_zero_while_blinking) {
        w[channel("eyeWideLeft")] *= 1 - ramp(w[blink_left], 0.05F, 0.3F);
        w[channel("eyeWideRight")] *= 1 - ramp(w[blink_right], 0.05F, 0.3F);
    }
    const auto dead = static_cast<float>(options_.dead_zone);
    if (dead > 0)
        for (float& weight : w) weight = std::max(0.0F, (weight - dead) / (1 - dead));
    if (options_.close_needs_open_jaw)
        w[channel("mouthClose")] = std::min(w[channel("mouthClose")], w[channel("jawOpen")]);
    return out;
}

} // namespace mien
