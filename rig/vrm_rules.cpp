#include "rig/vrm_rules.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "rig/expression_names.h"

namespace mien {
namespace {

/// What an expression moves, as far as overrides ask.
enum class Kind : std::uint8_t { other, blink, mouth, gaze };

Kind kind_of_preset(std::string_view preset) {
    constexpr std::array mouth = std::to_array<std::string_view>({"aa", "ih", "ou", "ee", "oh"});
    if (preset.starts_with("blink")) return Kind::blink;
    if (preset.starts_with("look")) return Kind::gaze;
    if (std::ranges::find(mouth, preset) != mouth.end()) return Kind::mouth;
    return Kind::other;
}

Kind kind_of_channel(std::string_view channel) {
    if (channel.starts_with("eyeLook")) return Kind::gaze;
    if (channel.starts_with("eyeBlink")) return Kind::blink;
    if (channel.starts_with("mouth") || channel.starts_with("jaw")) return Kind::mouth;
    return Kind::other;
}

Kind kind_of(const Rig& rig, const Expression& expression) {
    if (expression.vrm != no_index) {
        const VrmExpression& vrm = rig.vrm->expressions[static_cast<std::size_t>(expression.vrm)];
        if (!vrm.preset.empty()) return kind_of_preset(vrm.preset);
    }
    auto channel = channel_of_expression(expression.name);
    if (!channel) channel = pair_of_expression(expression.name); // both lids, or all of the mouth, at once
    return channel ? kind_of_channel(channel_names[*channel]) : Kind::other;
}

/// What is left of a kind while an expression of weight `weight` overrides it.
float left_by(VrmOverride override, float weight) {
    if (!(weight > 0)) return 1;
    switch (override) {
    case VrmOverride::none:
        return 1;
    case VrmOverride::block:
        return 0;
    case VrmOverride::blend:
        return 1 - std::min(weight, 1.0f);
    }
    return 1;
}

} // namespace

VrmEffect apply_vrm_rules(const Rig& rig, const std::vector<float>& expressions) {
    VrmEffect effect{expressions, 1};
    if (!rig.vrm) return effect;
    std::array<float, 4> left = {1, 1, 1, 1}; // by Kind
    const auto reduce = [&](Kind kind, float factor) { left[static_cast<std::size_t>(kind)] *= factor; };
    const std::size_t count = std::min(effect.expressions.size(), rig.expressions.size());
    for (std::size_t i = 0; i < count; ++i) {
        if (rig.expressions[i].vrm == no_index) continue;
        const VrmExpression& vrm = rig.vrm->expressions[static_cast<std::size_t>(rig.expressions[i].vrm)];
        float& weight = effect.expressions[i];
        if (vrm.is_binary) weight = weight > 0.5f ? 1.0f : 0.0f;
        // An expression does not override its own kind: "blink" that blocks blinking must still blink.
        const Kind own = kind_of(rig, rig.expressions[i]);
        if (own != Kind::blink) reduce(Kind::blink, left_by(vrm.override_blink, weight));
        if (own != Kind::mouth) reduce(Kind::mouth, left_by(vrm.override_mouth, weight));
        if (own != Kind::gaze) reduce(Kind::gaze, left_by(vrm.override_look_at, weight));
    }
    for (std::size_t i = 0; i < count; ++i)
        effect.expressions[i] *= left[static_cast<std::size_t>(kind_of(rig, rig.expressions[i]))];
    effect.gaze = left[static_cast<std::size_t>(Kind::gaze)];
    return effect;
}

} // namespace mien
