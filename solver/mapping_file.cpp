#include "solver/mapping_file.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <nlohmann/json.hpp>

#include "rig/checked_json.h"
#include "rig/face_group_edit.h"
#include "rig/printable_text.h"
#include "rig/rig_settings.h"

namespace mien {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr int format_version = 1;
constexpr std::string_view section = "mapping";
/// By Combine.
constexpr std::array<std::string_view, 3> combine_names = {"add", "at_least", "scale"};

/// Names of a slider.
struct PartName {
    std::string group;
    std::string part;
};

std::optional<PartName> slider_name(const FaceGroups& groups, int slider) {
    int index = 0;
    for (const FaceGroup& group : groups.groups)
        for (const FacePart& part : group.parts)
            if (index++ == slider) return PartName{group.name, part.name};
    return std::nullopt;
}

int find_slider(const FaceGroups& groups, const PartName& wanted) {
    int index = 0;
    for (const FaceGroup& group : groups.groups)
        for (const FacePart& part : group.parts) {
            if (group.name == wanted.group && part.name == wanted.part) return index;
            ++index;
        }
    return no_index;
}

int find_expression(const Rig& rig, const std::string& name) {
    const auto found = std::ranges::find(rig.expressions, name, &Expression::name);
    return found == rig.expressions.end() ? no_index : static_cast<int>(found - rig.expressions.begin());
}

/// The target's names, as they are now or as they were.
void write_target(const MappingRow& row, const Rig& rig, const FaceGroups& groups, OrderedJson& json) {
    if (row.kind == MappingTarget::Kind::expression) {
        const auto index = static_cast<std::size_t>(row.target);
        const bool there = row.target >= 0 && index < rig.expressions.size();
        json["expression"] = there ? rig.expressions[index].name : row.lost_name;
        return;
    }
    const auto name = slider_name(groups, row.target).value_or(PartName{row.lost_group, row.lost_name});
    json["group"] = name.group;
    json["part"] = name.part;
}

OrderedJson to_json(const MappingRow& row, const Rig& rig, const FaceGroups& groups) {
    const MappingRow plain;
    OrderedJson json;
    json["channel"] = channel_names[row.source];
    if (row.both) json["both"] = true;
    write_target(row, rig, groups, json);
    if (row.curve != plain.curve) {
        json["curve"] = curve_shape_names[static_cast<std::size_t>(row.curve.shape)];
        json["exponent"] = row.curve.exponent;
    }
    const auto number = [&](const char* key, float value, float otherwise) {
        if (value != otherwise) json[key] = value;
    };
    number("gain", row.gain, plain.gain);
    number("offset", row.offset, plain.offset);
    number("low", row.low, plain.low);
    number("high", row.high, plain.high);
    if (row.combine != plain.combine) json["combine"] = combine_names[static_cast<std::size_t>(row.combine)];
    if (!row.on) json["on"] = false;
    return json;
}

/// Which target of this rig a row of the file means; what it lacks is kept by name.
Result<void> read_target(const JsonObject& object, const Rig& rig, const FaceGroups& groups,
                         MappingRow& row) {
    if (object.has("expression")) {
        row.lost_name = object.text("expression");
        row.target = find_expression(rig, row.lost_name);
    } else if (object.has("part")) {
        row.kind = MappingTarget::Kind::slider;
        row.lost_name = object.text("part");
        row.lost_group = object.text("group");
        row.target = find_slider(groups, {row.lost_group, row.lost_name});
    } else {
        return refuse("{}: it has neither an expression nor a part", object.place());
    }
    if (row.target != no_index) {
        row.lost_name.clear();
        row.lost_group.clear();
    }
    return {};
}

Result<void> read_numbers(const JsonObject& object, MappingRow& row) {
    struct Field {
        const char* key;
        float* value;
    };
    for (const Field field : {Field{"exponent", &row.curve.exponent},
                              {"gain", &row.gain},
                              {"offset", &row.offset},
                              {"low", &row.low},
                              {"high", &row.high}}) {
        auto number = object.number(field.key, *field.value);
        if (!number) return pass_on(number);
        *field.value = *number;
    }
    if (row.low > row.high) return refuse("{}: low is above high", object.place());
    return {};
}

Result<MappingRow> read_row(const JsonObject& object, const Rig& rig, const FaceGroups& groups) {
    MappingRow row;
    const std::string source = object.text("channel");
    const auto channel = find_channel(source);
    if (!channel) return refuse("{}: there is no channel \"{}\"", object.place(), printable(source));
    row.source = *channel;
    row.both = object.flag("both", row.both) && mirrored_channel(row.source) != row.source;
    row.on = object.flag("on", row.on);
    const std::string curve = object.text("curve", curve_shape_names[0]);
    const auto shape = curve_shape_from_name(curve);
    if (!shape) return refuse("{}: there is no curve \"{}\"", object.place(), printable(curve));
    row.curve.shape = *shape;
    const std::string combine = object.text("combine", combine_names[0]);
    const auto found = std::ranges::find(combine_names, combine);
    if (found == combine_names.end())
        return refuse("{}: rows cannot combine by \"{}\"", object.place(), printable(combine));
    row.combine = static_cast<Combine>(found - combine_names.begin());
    if (auto target = read_target(object, rig, groups, row); !target) return pass_on(target);
    if (auto numbers = read_numbers(object, row); !numbers) return pass_on(numbers);
    return row;
}

Result<Mapping> read_mapping(std::string_view text, const Rig& rig, const FaceGroups& groups,
                             const HeadJoints& joints) {
    const auto json = parse_json(text);
    if (!json) return tl::unexpected<Error>(json.error());
    const JsonObject root(*json, std::string(section));
    const auto version = root.whole("version", 0);
    if (!version) return tl::unexpected<Error>(version.error());
    if (*version != format_version)
        return refuse("the mapping's version is {}, this mien reads version {}", *version, format_version);
    const auto rows = root.list("rows");
    if (!rows) return tl::unexpected<Error>(rows.error());
    if ((*rows)->size() > most_mapping_rows)
        return refuse("the mapping has {} rows, more than {}", (*rows)->size(), most_mapping_rows);
    Mapping mapping;
    for (std::size_t i = 0; i < (*rows)->size(); ++i) {
        auto row = read_row(JsonObject((**rows)[i], fmt::format("mapping row {}", i + 1)), rig, groups);
        if (!row) return pass_on(row);
        mapping.rows.push_back(std::move(*row));
    }
    const std::string gaze = root.text("gaze", "expressions");
    if (gaze != "joints" && gaze != "expressions")
        return refuse("the gaze cannot go by \"{}\"", printable(gaze));
    // To joints this switches off what would turn the eyes twice. To shapes nothing is to be done: their rows
    // are as the user left them.
    if (gaze == "joints") set_gaze_by_joints(mapping, true, rig, joints);
    mapping.shared_limits = find_shared_limits(rig);
    mapping.users_own = true;
    find_unmatched(mapping);
    return mapping;
}

} // namespace

void follow_groups(Mapping& mapping, const FaceGroups& before, const FaceGroups& after) {
    const std::vector<int> moves = slider_moves(before, after);
    for (MappingRow& row : mapping.rows) {
        if (row.kind != MappingTarget::Kind::slider) continue;
        if (row.target == no_index) {
            row.target = find_slider(after, {row.lost_group, row.lost_name});
        } else {
            const PartName name = slider_name(before, row.target).value_or(PartName{});
            const auto index = static_cast<std::size_t>(row.target);
            row.target = index < moves.size() ? moves[index] : no_index;
            row.lost_group = name.group;
            row.lost_name = name.part;
        }
        if (row.target != no_index) {
            row.lost_group.clear();
            row.lost_name.clear();
        }
    }
    find_unmatched(mapping);
}

std::string mapping_to_json(const Mapping& mapping, const Rig& rig, const FaceGroups& groups) {
    OrderedJson rows = OrderedJson::array();
    for (const MappingRow& row : mapping.rows)
        if (row.source < channel_count) rows.push_back(to_json(row, rig, groups));
    const OrderedJson json = {{"version", format_version},
                              {"gaze", mapping.gaze_by_joints ? "joints" : "expressions"},
                              {"rows", std::move(rows)}};
    return json.dump(2, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

Result<Mapping> mapping_from_json(std::string_view json, const Rig& rig, const FaceGroups& groups,
                                  const HeadJoints& joints, const std::string& what) {
    auto mapping = read_mapping(json, rig, groups, joints);
    if (!mapping) return fail(ErrorCode::unreadable, "Cannot read {}: {}", what, mapping.error().message);
    return mapping;
}

Result<Mapping> load_mapping(const Rig& rig, const FaceGroups& groups, const HeadJoints& joints) {
    const auto text = load_rig_settings_section(rig, section);
    if (!text) return tl::unexpected<Error>(text.error());
    if (!*text) return guess_mapping(rig, groups, joints);
    return mapping_from_json(**text, rig, groups, joints, existing_rig_settings(rig).string());
}

Mapping load_or_guess_mapping(const Rig& rig, const FaceGroups& groups, const HeadJoints& joints,
                              std::string& notice) {
    auto mapping = load_mapping(rig, groups, joints);
    if (mapping) return std::move(*mapping);
    notice = mapping.error().message;
    return guess_mapping(rig, groups, joints);
}

Result<std::filesystem::path> save_mapping(const Mapping& mapping, const Rig& rig, const FaceGroups& groups) {
    return save_rig_settings_section(rig, section,
                                     mapping.users_own ? mapping_to_json(mapping, rig, groups) : "null");
}

} // namespace mien
