#include "rig/expression_choice.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "rig/expression_names.h"

namespace mien {
namespace {

struct Candidate {
    int expression = no_index;
    NamedChannel name;
};

/// True where two expressions move meshes, and no mesh is moved by both.
bool in_other_meshes(const Expression& a, const Expression& b) {
    if (a.targets.empty() || b.targets.empty()) return false;
    return std::ranges::none_of(a.targets, [&](const TargetRef& left) {
        return std::ranges::any_of(b.targets,
                                   [&](const TargetRef& right) { return left.mesh == right.mesh; });
    });
}

const Expression& expression_at(const Rig& rig, int index) {
    return rig.expressions[static_cast<std::size_t>(index)];
}

/// Two that may be driven by one channel together.
bool go_together(const Rig& rig, const Candidate& a, const Candidate& b) {
    const bool halves = a.name.half != 0 && b.name.half != 0 && a.name.half != b.name.half;
    return halves || in_other_meshes(expression_at(rig, a.expression), expression_at(rig, b.expression));
}

/// By its name, else by the preset that a VRM file says.
std::optional<NamedChannel> channel_shown(const Rig& rig, const Expression& expression) {
    if (const auto named = named_channel(expression.name)) return named;
    if (expression.vrm == no_index || !rig.vrm) return std::nullopt;
    const std::string& preset = rig.vrm->expressions[static_cast<std::size_t>(expression.vrm)].preset;
    if (preset == "blinkLeft") return NamedChannel{channel("eyeBlinkLeft"), NameFit::synonym, 0};
    if (preset == "blinkRight") return NamedChannel{channel("eyeBlinkRight"), NameFit::synonym, 0};
    return std::nullopt;
}

/// Splits the candidates of one channel into those that are driven and those that are not. A whole counts
/// before its halves.
void choose(const Rig& rig, std::vector<Candidate> candidates, ExpressionChoice& choice) {
    std::ranges::stable_sort(candidates, [](const Candidate& a, const Candidate& b) {
        return std::pair(a.name.fit, a.name.half != 0) < std::pair(b.name.fit, b.name.half != 0);
    });
    std::vector<Candidate> chosen;
    for (const Candidate& candidate : candidates) {
        const auto rival = std::ranges::find_if(
            chosen, [&](const Candidate& other) { return !go_together(rig, candidate, other); });
        if (rival == chosen.end())
            chosen.push_back(candidate);
        else
            choice.spare.push_back({candidate.expression, rival->expression, candidate.name.channel});
    }
    for (const Candidate& candidate : chosen)
        choice.of_channel[candidate.name.channel].push_back(candidate.expression);
}

} // namespace

ExpressionChoice choose_expressions(const Rig& rig) {
    ExpressionChoice choice;
    std::array<std::vector<Candidate>, channel_count> candidates;
    for (std::size_t i = 0; i < rig.expressions.size(); ++i) {
        const std::string& name = rig.expressions[i].name;
        if (const auto named = channel_shown(rig, rig.expressions[i]))
            candidates[named->channel].push_back({static_cast<int>(i), *named});
        else if (pair_of_expression(name))
            continue; // both sides at once: clear, though no channel
        else if (auto near = channels_near(name); !near.empty())
            choice.unclear.push_back({static_cast<int>(i), std::move(near)});
    }
    for (std::vector<Candidate>& of_one : candidates) choose(rig, std::move(of_one), choice);
    return choice;
}

} // namespace mien
