// What can be read off a mapping, and the switch between the two drivers of the gaze.
#include "solver/mapping.h"

#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>

#include "rig/expression_names.h"

namespace mien {
namespace {

/// What drives a channel's part of the face, the best of several.
enum class Driven : std::uint8_t { not_at_all, joints, slider, substitute, name };

Driven kind_of_row(const MappingRow& row, const Rig& rig) {
    if (row.kind == MappingTarget::Kind::slider) return Driven::slider;
    const auto named = channel_of_expression(rig.expressions[static_cast<std::size_t>(row.target)].name);
    return named == row.source && !row.both ? Driven::name : Driven::substitute;
}

/// Rows that drive something by their channel alone.
bool drives(const MappingRow& row) {
    return row.on && row.target != no_index && row.combine != Combine::scale;
}

template <typename Function>
void for_sources(const MappingRow& row, const Function& function) {
    function(row.source);
    if (row.both) function(mirrored_channel(row.source));
}

bool is_look_row(const MappingRow& row) {
    return is_look_channel(row.source) && row.kind == MappingTarget::Kind::expression &&
           row.target != no_index;
}

/// The rows of look channels for a rig whose shapes turn the eyes.
std::vector<MappingRow> look_rows(const Rig& rig) {
    Mapping guess = guess_mapping(rig, {}, {}); // without eye joints: by shapes
    std::erase_if(guess.rows, [](const MappingRow& row) { return !is_look_row(row); });
    return guess.rows;
}

} // namespace

bool is_look_channel(ChannelIndex channel) {
    return channel < channel_count && channel_names[channel].starts_with("eyeLook");
}

void find_unmatched(Mapping& mapping) {
    std::array<bool, channel_count> taken{};
    for (const MappingRow& row : mapping.rows)
        if (drives(row)) for_sources(row, [&](ChannelIndex source) { taken[source] = true; });
    mapping.unmatched.clear();
    for (ChannelIndex c = 0; c < channel_count; ++c)
        if (!taken[c] && !(mapping.gaze_by_joints && is_look_channel(c))) mapping.unmatched.push_back(c);
}

bool set_gaze_by_joints(Mapping& mapping, bool by_joints, const Rig& rig, const HeadJoints& joints) {
    if (by_joints && (joints.left_eye == no_index || joints.right_eye == no_index)) return false;
    const EyeballShapes eyeballs(rig, joints);
    const auto turns_eyes = [&](const MappingRow& row) {
        return is_look_row(row) && eyeballs.turned_by(row.target);
    };
    if (!by_joints) {
        const std::vector<MappingRow> wanted = look_rows(rig);
        if (wanted.empty()) return false;
        for (const MappingRow& row : wanted) {
            const bool there = std::ranges::any_of(mapping.rows, [&](const MappingRow& old) {
                return old.source == row.source && old.kind == row.kind && old.target == row.target;
            });
            if (!there) mapping.rows.push_back(row);
        }
    }
    for (MappingRow& row : mapping.rows)
        if (turns_eyes(row)) row.on = !by_joints;
    mapping.gaze_by_joints = by_joints;
    find_unmatched(mapping);
    return true;
}

MappingReport report_on(const Mapping& mapping, const Rig& rig) {
    MappingReport report;
    std::array<Driven, channel_count> driven{};
    std::vector<bool> used(rig.expressions.size());
    for (const MappingRow& row : mapping.rows) {
        if (row.target == no_index) {
            ++report.lost_rows;
            continue;
        }
        if (row.kind == MappingTarget::Kind::expression) used[static_cast<std::size_t>(row.target)] = true;
        if (!drives(row)) continue;
        const Driven kind = kind_of_row(row, rig);
        for_sources(row, [&](ChannelIndex source) { driven[source] = std::max(driven[source], kind); });
    }
    if (mapping.gaze_by_joints)
        for (ChannelIndex c = 0; c < channel_count; ++c)
            if (is_look_channel(c)) driven[c] = std::max(driven[c], Driven::joints);
    const auto count = [&](Driven kind) {
        return static_cast<std::size_t>(std::ranges::count(driven, kind));
    };
    report.by_name = count(Driven::name);
    report.by_substitute = count(Driven::substitute);
    report.by_slider = count(Driven::slider);
    report.by_joints = count(Driven::joints);
    for (std::size_t i = 0; i < used.size(); ++i)
        if (!used[i]) report.unused.push_back(static_cast<int>(i));
    ExpressionChoice choice = choose_expressions(rig);
    report.spare = std::move(choice.spare);
    report.unclear = std::move(choice.unclear);
    return report;
}

std::string MappingReport::line() const {
    if (by_name == channel_count) return fmt::format("all {} channels found by name", channel_count);
    std::string rest;
    const auto add = [&rest](std::size_t count, const char* by) {
        if (count > 0) rest += fmt::format("{}{} by {}", rest.empty() ? "" : ", ", count, by);
    };
    add(by_substitute, "presets and other stand-ins");
    add(by_slider, "face bones");
    add(by_joints, "eye joints");
    if (by_name > 0)
        return fmt::format("{} of {} channels found by name{}{}", by_name, channel_count,
                           rest.empty() ? "" : ", ", rest);
    if (rest.empty()) return fmt::format("none of the {} channels drives this rig", channel_count);
    return fmt::format("none of the {} channels found by name; {}", channel_count, rest);
}

} // namespace mien
