// Face groups as JSON text, and as a section of the rig's settings.
#include <algorithm>
#include <array>
#include <string_view>

#include <nlohmann/json.hpp>

#include "rig/bone_path.h"
#include "rig/checked_json.h"
#include "rig/face_groups.h"
#include "rig/printable_text.h"
#include "rig/rig_settings.h"

namespace mien {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr int format_version = 1;
constexpr std::string_view settings_key = "groups";
constexpr auto replace_bad_utf8 = OrderedJson::error_handler_t::replace;

/// By BoneChannel.
constexpr std::array<std::string_view, 9> channel_names_in_file = {"position_x", "position_y", "position_z",
                                                                   "rotation_x", "rotation_y", "rotation_z",
                                                                   "scale_x",    "scale_y",    "scale_z"};

OrderedJson to_json(const FaceGroups& groups) {
    OrderedJson list = OrderedJson::array();
    for (const FaceGroup& group : groups.groups) {
        OrderedJson parts = OrderedJson::array();
        for (const FacePart& part : group.parts) {
            OrderedJson bones = OrderedJson::array();
            for (const FaceBone& bone : part.bones)
                bones.push_back({{"path", bone.path},
                                 {"channel", channel_names_in_file[static_cast<std::size_t>(bone.channel)]},
                                 {"start", bone.start},
                                 {"end", bone.end}});
            parts.push_back({{"name", part.name}, {"rest", part.rest}, {"bones", bones}});
        }
        list.push_back({{"name", group.name}, {"parts", parts}});
    }
    return list;
}

std::string to_text(const OrderedJson& json) {
    return json.dump(2, ' ', false, replace_bad_utf8) + "\n";
}

Result<FaceBone> read_bone(const JsonObject& object, const Rig& rig) {
    FaceBone bone;
    bone.path = object.text("path");
    bone.node = find_bone(rig, bone.path);
    const std::string channel = object.text("channel");
    const auto found = std::ranges::find(channel_names_in_file, channel);
    if (found == channel_names_in_file.end())
        return refuse("{}: unknown channel \"{}\"", object.place(), printable(channel));
    bone.channel = static_cast<BoneChannel>(found - channel_names_in_file.begin());
    auto start = object.number("start", 0);
    if (!start) return pass_on(start);
    auto end = object.number("end", 0);
    if (!end) return pass_on(end);
    bone.start = *start;
    bone.end = *end;
    return bone;
}

/// Reads each element of a list with `read`.
template <typename T, typename Read>
Result<std::vector<T>> read_list(const JsonObject& owner, const char* key, const Read& read) {
    auto list = owner.list(key);
    if (!list) return pass_on(list);
    std::vector<T> values;
    for (std::size_t i = 0; i < (*list)->size(); ++i) {
        auto value = read(JsonObject((**list)[i], fmt::format("{} {}[{}]", owner.place(), key, i)));
        if (!value) return pass_on(value);
        values.push_back(std::move(*value));
    }
    return values;
}

Result<FacePart> read_part(const JsonObject& object, const Rig& rig) {
    FacePart part;
    part.name = object.text("name");
    auto rest = object.number("rest", 0);
    if (!rest) return pass_on(rest);
    part.rest = *rest;
    auto bones = read_list<FaceBone>(object, "bones", [&](const JsonObject& o) { return read_bone(o, rig); });
    if (!bones) return pass_on(bones);
    part.bones = std::move(*bones);
    return part;
}

Result<FaceGroup> read_group(const JsonObject& object, const Rig& rig) {
    auto parts = read_list<FacePart>(object, "parts", [&](const JsonObject& o) { return read_part(o, rig); });
    if (!parts) return pass_on(parts);
    return FaceGroup{object.text("name"), std::move(*parts)};
}

/// The list under "groups".
Result<FaceGroups> read_groups(const JsonObject& root, const Rig& rig) {
    auto groups =
        read_list<FaceGroup>(root, "groups", [&](const JsonObject& o) { return read_group(o, rig); });
    if (!groups) return pass_on(groups);
    return FaceGroups{std::move(*groups)};
}

/// A whole file of groups.
Result<FaceGroups> read_file(std::string_view text, const Rig& rig) {
    auto json = parse_json(text);
    if (!json) return pass_on(json);
    const JsonObject root(*json, "face groups");
    auto version = root.whole("version", 0);
    if (!version) return pass_on(version);
    if (*version != format_version)
        return refuse("its version is {}, this mien reads version {}", *version, format_version);
    return read_groups(root, rig);
}

/// The section of a rig's settings, whose version was checked.
Result<FaceGroups> read_section(std::string_view text, const Rig& rig) {
    auto json = parse_json(text);
    if (!json) return pass_on(json);
    const Json root = {{"groups", std::move(*json)}};
    return read_groups(JsonObject(root, "face groups"), rig);
}

Result<FaceGroups> naming(const std::string& what, Result<FaceGroups> groups) {
    if (!groups) return fail(ErrorCode::unreadable, "Cannot read {}: {}", what, groups.error().message);
    return groups;
}

} // namespace

std::string face_groups_to_json(const FaceGroups& groups) {
    return to_text({{"version", format_version}, {"groups", to_json(groups)}});
}

Result<FaceGroups> face_groups_from_json(std::string_view json, const Rig& rig, const std::string& what) {
    return naming(what, read_file(json, rig));
}

Result<FaceGroups> load_face_groups(const Rig& rig) {
    auto section = load_rig_settings_section(rig, settings_key);
    if (!section) return pass_on(section);
    if (section->has_value())
        return naming(existing_rig_settings(rig).string(), read_section(**section, rig));
    if (!rig.own_face_groups.empty())
        return face_groups_from_json(rig.own_face_groups, rig,
                                     fmt::format("the face groups in {}", rig.name));
    return guess_face_groups(rig);
}

Result<std::filesystem::path> save_face_groups(const Rig& rig, const FaceGroups& groups) {
    return save_rig_settings_section(rig, settings_key,
                                     to_json(groups).dump(-1, ' ', false, replace_bad_utf8));
}

} // namespace mien
