#include "rig/animation.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <glm/gtc/quaternion.hpp>

namespace mien {
namespace {

/// Between which keys a moment lies.
struct Moment {
    std::size_t before = 0;
    std::size_t after = 0;
    float fraction = 0; ///< 0 at `before`, 1 at `after`
    float interval = 0; ///< seconds between the two
};

Moment find_moment(const std::vector<float>& times, float seconds) {
    const auto next = std::ranges::upper_bound(times, seconds);
    if (next == times.begin()) return {};
    const auto after = static_cast<std::size_t>(next - times.begin());
    if (next == times.end()) return {after - 1, after - 1, 0, 0};
    const float interval = times[after] - times[after - 1];
    return {after - 1, after, (seconds - times[after - 1]) / interval, interval};
}

/// What a channel says at a moment: one key's worth of values, `width` of them.
class KeyValues {
public:
    KeyValues(const AnimationChannel& channel, float seconds, std::size_t width)
        : channel_(channel), moment_(find_moment(channel.times, seconds)), width_(width) {}

    [[nodiscard]] const Moment& moment() const { return moment_; }
    /// The value stored at a key, component `c`.
    [[nodiscard]] float stored(std::size_t key, std::size_t c) const { return part(key, c, 1); }

    /// Component `c` interpolated by itself.
    [[nodiscard]] float at(std::size_t c) const {
        const float before = stored(moment_.before, c);
        const float after = stored(moment_.after, c);
        const float t = moment_.fraction;
        switch (channel_.interpolation) {
        case Interpolation::step:
            return before;
        case Interpolation::linear:
            return before + t * (after - before);
        case Interpolation::cubic_spline:
            break;
        }
        const float t2 = t * t;
        const float t3 = t2 * t;
        const float out_tangent = moment_.interval * part(moment_.before, c, 2);
        const float in_tangent = moment_.interval * part(moment_.after, c, 0);
        return (2 * t3 - 3 * t2 + 1) * before + (t3 - 2 * t2 + t) * out_tangent + (-2 * t3 + 3 * t2) * after +
               (t3 - t2) * in_tangent;
    }

private:
    /// `which`: 0 in-tangent, 1 value, 2 out-tangent.
    [[nodiscard]] float part(std::size_t key, std::size_t c, std::size_t which) const {
        if (channel_.interpolation != Interpolation::cubic_spline) return channel_.values[key * width_ + c];
        return channel_.values[(key * 3 + which) * width_ + c];
    }

    const AnimationChannel& channel_;
    Moment moment_;
    std::size_t width_;
};

glm::vec3 vector_at(const AnimationChannel& channel, float seconds) {
    const KeyValues values(channel, seconds, 3);
    return {values.at(0), values.at(1), values.at(2)};
}

glm::quat unit(const glm::quat& rotation) {
    const float length = glm::length(rotation);
    return length > 0 && std::isfinite(length) ? rotation / length : glm::quat(1, 0, 0, 0);
}

glm::quat rotation_at(const AnimationChannel& channel, float seconds) {
    const KeyValues values(channel, seconds, 4);
    const auto key = [&](std::size_t k) {
        return unit({values.stored(k, 3), values.stored(k, 0), values.stored(k, 1), values.stored(k, 2)});
    };
    const Moment& moment = values.moment();
    if (channel.interpolation == Interpolation::linear)
        return unit(glm::slerp(key(moment.before), key(moment.after), moment.fraction));
    return unit({values.at(3), values.at(0), values.at(1), values.at(2)});
}

} // namespace

void sample(const Rig& rig, const Animation& animation, float seconds, LocalPose& pose) {
    for (const AnimationChannel& channel : animation.channels) {
        const auto node = static_cast<std::size_t>(channel.node);
        switch (channel.property) {
        case AnimatedProperty::translation:
            pose.translation[node] = vector_at(channel, seconds);
            break;
        case AnimatedProperty::rotation:
            pose.rotation[node] = rotation_at(channel, seconds);
            break;
        case AnimatedProperty::scale:
            pose.scale[node] = vector_at(channel, seconds);
            break;
        case AnimatedProperty::weights: {
            std::vector<float>& weights = pose.morph_weights[node];
            const KeyValues values(channel, seconds, weights.size());
            for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = values.at(i);
            continue;
        }
        }
        pose.changed[node] = rig.nodes[node].matrix.has_value() || pose.changed[node];
    }
}

} // namespace mien
