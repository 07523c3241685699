// find_shared_limits(): what must not add up on one mouth or one lid.
#include <algorithm>

#include "rig/expression_names.h"
#include "solver/expression_movement.h"
#include "solver/mapping.h"
#include "solver/mapping_substitutes.h"

namespace mien {
namespace {

SharedLimit mouth_limit(const Rig& rig) {
    SharedLimit limit;
    for (std::size_t i = 0; i < rig.expressions.size(); ++i) {
        const Meaning preset = meaning_of_preset(rig, rig.expressions[i]);
        if (is_mouth_shape(preset != Meaning::none ? preset : meaning_of_name(rig.expressions[i].name)))
            limit.members.push_back({{MappingTarget::Kind::expression, static_cast<int>(i)}});
    }
    return limit;
}

/// Which of a rig's expressions blink with an eye: the one side's and those of both.
std::vector<int> blinks(const Rig& rig, ChannelIndex blink_channel) {
    std::vector<int> found;
    for (std::size_t i = 0; i < rig.expressions.size(); ++i) {
        const Expression& expression = rig.expressions[i];
        const auto named = channel_of_expression(expression.name);
        const bool one = named == blink_channel;
        const bool both = pair_of_expression(expression.name) == channel("eyeBlinkLeft") ||
                          meaning_of_preset(rig, expression) == Meaning::blink ||
                          meaning_of_name(expression.name) == Meaning::blink;
        if (one || both) found.push_back(static_cast<int>(i));
    }
    return found;
}

/// Blinks, and what else closes the lid: moods above all. ARKit's own other channels are made to go with a
/// blink and are left out.
SharedLimit lid_limit(const Rig& rig, ChannelIndex blink_channel) {
    constexpr float least_share = 0.2F; // below it a lid only follows the cheek or the brow
    SharedLimit limit;
    const std::vector<int> closing = blinks(rig, blink_channel);
    if (closing.empty()) return limit;
    for (const int blink : closing) limit.members.push_back({{MappingTarget::Kind::expression, blink}});
    const ExpressionMovement lid(rig, rig.expressions[static_cast<std::size_t>(closing.front())]);
    for (std::size_t i = 0; i < rig.expressions.size() && !lid.empty(); ++i) {
        const auto index = static_cast<int>(i);
        if (std::ranges::find(closing, index) != closing.end()) continue;
        if (channel_of_expression(rig.expressions[i].name)) continue;
        if (const float share = lid.share_in({rig, rig.expressions[i]}); share >= least_share)
            limit.members.push_back({{MappingTarget::Kind::expression, index}, std::min(share, 1.0F), false});
    }
    return limit;
}

} // namespace

std::vector<SharedLimit> find_shared_limits(const Rig& rig) {
    std::vector<SharedLimit> limits = {mouth_limit(rig), lid_limit(rig, channel("eyeBlinkLeft")),
                                       lid_limit(rig, channel("eyeBlinkRight"))};
    std::erase_if(limits, [](const SharedLimit& limit) { return limit.members.size() < 2; });
    return limits;
}

} // namespace mien
