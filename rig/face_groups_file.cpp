// Face groups as JSON text, and the file beside the rig that holds them.
#include <array>
#include <cstdlib>
#include <functional>
#include <string_view>
#include <system_error>

#include <nlohmann/json.hpp>
#include <unistd.h>

#include "base/file.h"
#include "rig/bone_path.h"
#include "rig/checked_json.h"
#include "rig/face_groups.h"
#include "rig/printable_text.h"

namespace mien {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr int format_version = 1;
constexpr std::size_t largest_file = std::size_t{16} << 20;

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
    return json.dump(2, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
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

Result<FaceGroups> read_groups(std::string_view text, const Rig& rig) {
    auto json = parse_json(text);
    if (!json) return pass_on(json);
    const JsonObject root(*json, "face groups");
    auto version = root.whole("version", 0);
    if (!version) return pass_on(version);
    if (*version != format_version)
        return refuse("its version is {}, this mien reads version {}", *version, format_version);
    auto groups =
        read_list<FaceGroup>(root, "groups", [&](const JsonObject& o) { return read_group(o, rig); });
    if (!groups) return pass_on(groups);
    return FaceGroups{std::move(*groups)};
}

std::filesystem::path file_beside(const Rig& rig) {
    return rig.path.parent_path() / (rig.path.stem().string() + ".mien.json");
}

/// The user's own copy, for rigs in folders that cannot be written: named by the rig and where it lies.
std::filesystem::path file_in_configuration(const Rig& rig) {
    const char* set = std::getenv("XDG_CONFIG_HOME");
    const char* home = std::getenv("HOME");
    const std::filesystem::path base = set != nullptr && *set != '\0' ? std::filesystem::path(set)
                                       : home != nullptr ? std::filesystem::path(home) / ".config"
                                                         : std::filesystem::path();
    if (base.empty()) return {};
    std::error_code ignored;
    const auto whole = std::filesystem::absolute(rig.path, ignored).lexically_normal().string();
    return base / "mien" / "rigs" /
           fmt::format("{}-{:016x}.mien.json", rig.path.stem().string(), std::hash<std::string>{}(whole));
}

bool folder_is_writable(const std::filesystem::path& file) {
    const auto folder = file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
    return ::access(folder.c_str(), W_OK) == 0;
}

/// The file with a rig's groups: beside it, unless the folder cannot be written and the user has a copy.
std::filesystem::path existing_file(const Rig& rig) {
    std::error_code ignored;
    const auto beside = file_beside(rig);
    const auto own = file_in_configuration(rig);
    if (!own.empty() && std::filesystem::exists(own, ignored) && !folder_is_writable(beside)) return own;
    return std::filesystem::exists(beside, ignored) ? beside : std::filesystem::path();
}

/// What a file holds beside the groups (a mapping) must survive their being written.
OrderedJson existing_content(const std::filesystem::path& path) {
    const auto text = read_text_file(path, largest_file);
    if (!text || !parse_json(*text)) return OrderedJson::object(); // parse_json: within our limits
    OrderedJson json = OrderedJson::parse(*text, nullptr, false);
    return json.is_object() ? json : OrderedJson::object();
}

Result<std::filesystem::path> write_groups(const std::filesystem::path& path, const FaceGroups& groups) {
    OrderedJson json = existing_content(path);
    json["version"] = format_version;
    json["groups"] = to_json(groups);
    if (auto written = write_file_atomically(path, to_text(json)); !written) return pass_on(written);
    return path;
}

} // namespace

std::string face_groups_to_json(const FaceGroups& groups) {
    return to_text({{"version", format_version}, {"groups", to_json(groups)}});
}

Result<FaceGroups> face_groups_from_json(std::string_view json, const Rig& rig, const std::string& what) {
    auto groups = read_groups(json, rig);
    if (!groups) return fail(ErrorCode::unreadable, "Cannot read {}: {}", what, groups.error().message);
    return groups;
}

Result<FaceGroups> load_face_groups(const Rig& rig) {
    const auto path = rig.path.empty() ? std::filesystem::path() : existing_file(rig);
    if (path.empty() && !rig.own_face_groups.empty())
        return face_groups_from_json(rig.own_face_groups, rig,
                                     fmt::format("the face groups in {}", rig.name));
    if (path.empty()) return guess_face_groups(rig);
    const auto text = read_text_file(path, largest_file);
    if (!text) return tl::unexpected<Error>(text.error());
    return face_groups_from_json(*text, rig, path.string());
}

Result<std::filesystem::path> save_face_groups(const Rig& rig, const FaceGroups& groups) {
    if (rig.path.empty())
        return fail(ErrorCode::usage, "Cannot save face groups: the rig {} has no file to keep them beside",
                    printable(rig.name));
    const auto beside = file_beside(rig);
    if (folder_is_writable(beside)) return write_groups(beside, groups);
    const auto own = file_in_configuration(rig);
    if (own.empty())
        return fail(ErrorCode::unavailable,
                    "Cannot save face groups: {} cannot be written and HOME is not set", beside.string());
    std::error_code failed;
    std::filesystem::create_directories(own.parent_path(), failed);
    if (failed)
        return fail(ErrorCode::unavailable, "Cannot make the folder {}: {}", own.parent_path().string(),
                    failed.message());
    return write_groups(own, groups);
}

} // namespace mien
