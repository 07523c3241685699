// A first mapping for a rig: by the names of its expressions, then by what stands in for them.
#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "rig/expression_choice.h"
#include "rig/expression_names.h"
#include "solver/expression_movement.h"
#include "solver/mapping.h"
#include "solver/mapping_substitutes.h"

namespace mien {
namespace {

using TargetKind = MappingTarget::Kind;

/// Something of the rig that a channel could drive, by the names that it goes by.
struct Offer {
    MappingTarget target;
    float rest = 0; ///< a slider's
    std::optional<ChannelIndex> pair;
    Meaning meaning = Meaning::none;
};

std::vector<Offer> offered_expressions(const Rig& rig, const std::set<int>& taken) {
    std::vector<Offer> offers;
    for (std::size_t i = 0; i < rig.expressions.size(); ++i) {
        const auto index = static_cast<int>(i);
        if (taken.contains(index)) continue;
        const Expression& expression = rig.expressions[i];
        // What the file says of an expression counts before what its name says.
        const Meaning preset = meaning_of_preset(rig, expression);
        offers.push_back(
            {.target = {TargetKind::expression, index},
             .pair = preset == Meaning::none ? pair_of_expression(expression.name) : std::nullopt,
             .meaning = preset == Meaning::none ? meaning_of_name(expression.name) : preset});
    }
    return offers;
}

/// A part by its own name ("Jaw open"), or with its group's ("Brows" / "Inner up").
struct PartNames {
    std::optional<ChannelIndex> channel;
    Offer offer;
};

PartNames names_of_part(const FaceGroup& group, const FacePart& part, int slider) {
    PartNames names;
    names.offer.target = {TargetKind::slider, slider};
    names.offer.rest = part.rest;
    for (const std::string& name : {part.name, group.name + " " + part.name}) {
        if (!names.channel) names.channel = channel_of_expression(name);
        if (!names.offer.pair) names.offer.pair = pair_of_expression(name);
        if (names.offer.meaning == Meaning::none) names.offer.meaning = meaning_of_name(name);
    }
    return names;
}

class Guess {
public:
    Guess(const Rig& rig, const FaceGroups& groups, const HeadJoints& joints)
        : rig_(rig), groups_(groups), choice_(choose_expressions(rig)) {
        mapping_.gaze_by_joints = gaze_by_joints(joints);
    }

    Mapping make() {
        const bool one_blink = join_blinks();
        for (ChannelIndex c = 0; c < channel_count; ++c)
            for (const int expression : choice_.of_channel[c])
                add_named(c, {TargetKind::expression, expression}, 0);
        std::set<int> named;
        for (const auto& expressions : choice_.of_channel)
            named.insert(expressions.begin(), expressions.end());
        for (const SpareExpression& spare : choice_.spare) named.insert(spare.expression);
        substitute(offered_expressions(rig_, named));
        if (one_blink) make_mean_of_blinks();
        limit_look();
        add_sliders();
        std::ranges::stable_sort(mapping_.rows, {}, &MappingRow::source);
        mapping_.shared_limits = find_shared_limits(rig_);
        find_unmatched(mapping_);
        return std::move(mapping_);
    }

private:
    /// Gaze by joints or by shapes, never both. A VRM file says which; else the one that turns the eyeballs.
    [[nodiscard]] bool gaze_by_joints(const HeadJoints& joints) const {
        if (joints.left_eye == no_index || joints.right_eye == no_index) return false;
        if (rig_.vrm && rig_.vrm->look_at == VrmLookAt::bone) return true;
        if (rig_.vrm && rig_.vrm->look_at == VrmLookAt::expression && has_look_shapes()) return false;
        const EyeballShapes eyeballs(rig_, joints);
        bool turned = false;
        for (ChannelIndex c = 0; c < channel_count; ++c) {
            if (!is_look_channel(c)) continue;
            if (choice_.of_channel[c].empty()) return true;
            for (const int expression : choice_.of_channel[c])
                turned = turned || eyeballs.turned_by(expression);
        }
        return !turned;
    }

    /// In some models the "left blink" closes both eyes, and so does the right one (FAULTS D14): one of them
    /// is used, by the mean of both lids, the other is left.
    bool join_blinks() {
        auto& left = choice_.of_channel[channel("eyeBlinkLeft")];
        auto& right = choice_.of_channel[channel("eyeBlinkRight")];
        if (left.size() != 1 || right.size() != 1 || !move_alike(rig_, left[0], right[0])) return false;
        choice_.spare.push_back({right[0], left[0], channel("eyeBlinkRight")});
        right.clear();
        served_[channel("eyeBlinkRight")] = true;
        return true;
    }

    void make_mean_of_blinks() {
        for (MappingRow& row : mapping_.rows)
            if (row.source == channel("eyeBlinkLeft") && row.combine == Combine::add) row.both = true;
    }

    /// Look presets of a VRM file go as far as its range maps say; to the sides it has one for both.
    void limit_look() {
        if (!rig_.vrm || rig_.vrm->look_at != VrmLookAt::expression) return;
        const VrmLookLimits& limits = rig_.vrm->look_limits;
        for (MappingRow& row : mapping_.rows) {
            if (row.kind != TargetKind::expression) continue;
            const Meaning meaning =
                meaning_of_preset(rig_, rig_.expressions[static_cast<std::size_t>(row.target)]);
            const bool aside = meaning == Meaning::look_left || meaning == Meaning::look_right;
            const float most = meaning == Meaning::look_up     ? limits.up
                               : meaning == Meaning::look_down ? limits.down
                               : aside                         ? limits.outward
                                                               : 0;
            if (most > 0) row.gain *= std::min(most, 1.0F);
        }
    }

    [[nodiscard]] bool has_look_shapes() const {
        return std::ranges::any_of(rig_.expressions, [&](const Expression& expression) {
            const auto channel = channel_of_expression(expression.name);
            if (channel && is_look_channel(*channel)) return true;
            const Meaning preset = meaning_of_preset(rig_, expression);
            const Meaning meaning = preset == Meaning::none ? meaning_of_name(expression.name) : preset;
            return meaning == Meaning::look_up || meaning == Meaning::look_left;
        });
    }

    /// Free to be driven by something else: gaze that turns joints is not.
    [[nodiscard]] bool is_free(ChannelIndex channel) const {
        return !served_[channel] && !(mapping_.gaze_by_joints && is_look_channel(channel));
    }

    void add_row(MappingRow row, const MappingTarget& target, float rest) {
        row.kind = target.kind;
        row.target = target.index;
        // A slider at rest may stand anywhere: the face moves it from there to its end.
        if (rest != 0 && row.combine == Combine::add) {
            row.gain *= 1 - rest;
            row.offset = rest + row.offset * (1 - rest);
        }
        mapping_.rows.push_back(row);
    }

    void add_named(ChannelIndex channel, const MappingTarget& target, float rest) {
        if (mapping_.gaze_by_joints && is_look_channel(channel)) return;
        add_row({.source = channel}, target, rest);
        served_[channel] = true;
    }

    /// Rows for what is offered, as far as the rig shows the channels no better way. What one substitute
    /// takes is left for none after it.
    void substitute(const std::vector<Offer>& offers) {
        std::array<bool, channel_count> claimed = served_;
        for (const Offer& offer : offers) {
            if (!offer.pair) continue;
            const ChannelIndex other = mirrored_channel(*offer.pair);
            if (!is_free(*offer.pair) || !is_free(other) || claimed[*offer.pair] || claimed[other]) continue;
            add_row({.source = *offer.pair, .both = true}, offer.target, offer.rest);
            claimed[*offer.pair] = claimed[other] = true;
        }
        const auto has = [&](Meaning meaning) {
            return std::ranges::any_of(offers, [&](const Offer& o) { return o.meaning == meaning; });
        };
        for (const Recipe& recipe : substitute_recipes()) {
            const auto offer = std::ranges::find(offers, recipe.meaning, &Offer::meaning);
            if (offer == offers.end() || offer->pair) continue;
            const Ingredient& first = recipe.ingredients.front();
            if (!is_free(first.source) || (recipe.claims && claimed[first.source])) continue;
            for (const Ingredient& ingredient : recipe.ingredients) {
                if (ingredient.only_with != Meaning::none && !has(ingredient.only_with)) continue;
                if (ingredient.combine == Combine::at_least && !is_free(ingredient.source)) continue;
                add_row({.source = ingredient.source,
                         .both = ingredient.both,
                         .gain = ingredient.gain,
                         .offset = ingredient.offset,
                         .combine = ingredient.combine},
                        offer->target, offer->rest);
            }
            if (recipe.claims) claim(first, claimed);
        }
        for (const MappingRow& row : mapping_.rows) {
            if (row.combine == Combine::scale) continue;
            served_[row.source] = true;
            if (row.both) served_[mirrored_channel(row.source)] = true;
        }
    }

    static void claim(const Ingredient& ingredient, std::array<bool, channel_count>& claimed) {
        claimed[ingredient.source] = true;
        if (ingredient.both) claimed[mirrored_channel(ingredient.source)] = true;
    }

    /// Face bones for what the rig has no expressions for.
    void add_sliders() {
        std::vector<Offer> offers;
        const std::array<bool, channel_count> before = served_;
        int slider = 0;
        for (const FaceGroup& group : groups_.groups)
            for (const FacePart& part : group.parts) {
                const PartNames names = names_of_part(group, part, slider++);
                if (!names.channel)
                    offers.push_back(names.offer);
                else if (!before[*names.channel])
                    add_named(*names.channel, names.offer.target, names.offer.rest);
            }
        substitute(offers);
    }

    const Rig& rig_;
    const FaceGroups& groups_;
    ExpressionChoice choice_;
    Mapping mapping_;
    std::array<bool, channel_count> served_{}; ///< channels that drive something already
};

} // namespace

Mapping guess_mapping(const Rig& rig, const FaceGroups& groups, const HeadJoints& joints) {
    return Guess(rig, groups, joints).make();
}

} // namespace mien
