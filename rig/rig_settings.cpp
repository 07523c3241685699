#include "rig/rig_settings.h"

#include <cstdint>
#include <cstdlib>
#include <system_error>

#include <nlohmann/json.hpp>
#include <unistd.h>

#include "base/file.h"
#include "rig/checked_json.h"
#include "rig/printable_text.h"

namespace mien {
namespace {

namespace fs = std::filesystem;
using OrderedJson = nlohmann::ordered_json; // a person who reads the file finds it in the order of writing

constexpr int format_version = 1;
constexpr std::size_t largest_file = std::size_t{16} << 20;
constexpr const char* extension = ".mien.json";

/// The same on every machine and for ever, unlike std::hash: files are found again by it. FNV-1a,
/// http://www.isthe.com/chongo/tech/comp/fnv/
std::uint64_t lasting_hash(std::string_view text) {
    std::uint64_t hash = 14695981039346656037u;
    for (const char c : text) {
        hash ^= static_cast<unsigned char>(c);
        hash *= 1099511628211u;
    }
    return hash;
}

fs::path file_beside(const Rig& rig) {
    return rig.path.parent_path() / (rig.path.stem().string() + extension);
}

fs::path configuration_folder() {
    const char* set = std::getenv("XDG_CONFIG_HOME");
    const char* home = std::getenv("HOME");
    const fs::path base = set != nullptr && *set != '\0'     ? fs::path(set)
                          : home != nullptr && *home != '\0' ? fs::path(home) / ".config"
                                                             : fs::path();
    return base.empty() ? fs::path() : base / "mien" / "rigs";
}

/// "the bundled rig mien" -> "the-bundled-rig-mien"
std::string name_for_file(std::string_view name) {
    std::string text;
    for (const char c : name) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        text += plain ? c : '-';
    }
    return text.substr(0, 100);
}

/// The user's own copy. Files of one name in several folders are told apart by where they lie.
fs::path file_in_configuration(const Rig& rig) {
    const fs::path folder = configuration_folder();
    if (folder.empty()) return {};
    if (rig.path.empty())
        return rig.name.empty() ? fs::path() : folder / (name_for_file(rig.name) + extension);
    std::error_code ignored;
    const std::string whole = fs::absolute(rig.path, ignored).lexically_normal().string();
    return folder / fmt::format("{}-{:016x}{}", rig.path.stem().string(), lasting_hash(whole), extension);
}

bool can_be_written_in(const fs::path& folder) {
    return ::access(folder.empty() ? "." : folder.c_str(), W_OK) == 0;
}

/// The settings as JSON with the file's order of keys; an empty object where there is no file.
Result<OrderedJson> read_settings(const fs::path& file) {
    std::error_code ignored;
    if (file.empty() || !fs::exists(file, ignored)) return OrderedJson::object();
    const auto text = read_text_file(file, largest_file);
    if (!text) return tl::unexpected<Error>(text.error());
    if (auto checked = parse_json(*text); !checked) // within our limits; then the second reading is safe
        return fail(ErrorCode::unreadable, "Cannot read {}: {}", file.string(), checked.error().message);
    OrderedJson json = OrderedJson::parse(*text, nullptr, false);
    if (!json.is_object())
        return fail(ErrorCode::unreadable, "Cannot read {}: it holds no object with a version",
                    file.string());
    return json;
}

Result<void> check_version(const OrderedJson& json, const fs::path& file) {
    const auto version = json.find("version");
    if (json.empty() || (version != json.end() && version->is_number() && *version == format_version))
        return {};
    const std::string found = version == json.end() ? std::string("missing") : printable(version->dump());
    return fail(ErrorCode::unreadable, "Cannot read {}: its version is {}, this mien knows version {}",
                file.string(), found, format_version);
}

/// What stays of the file under `file` beside the section that is written. A file that cannot be understood
/// is set aside: it must not be lost, nor keep anything from being saved.
Result<OrderedJson> content_to_keep(const fs::path& from, const fs::path& to) {
    auto json = read_settings(from);
    if (json) {
        if (auto right = check_version(*json, from); !right) return pass_on(right);
        return json;
    }
    if (from != to) return OrderedJson::object();
    std::error_code failed;
    fs::rename(from, fs::path(from) += ".damaged", failed);
    if (failed) return pass_on(json);
    return OrderedJson::object();
}

} // namespace

fs::path rig_settings_file(const Rig& rig) {
    if (!rig.path.empty()) {
        const fs::path beside = file_beside(rig);
        if (can_be_written_in(beside.parent_path())) return beside;
    }
    return file_in_configuration(rig);
}

fs::path existing_rig_settings(const Rig& rig) {
    std::error_code ignored;
    if (const fs::path written = rig_settings_file(rig); !written.empty() && fs::exists(written, ignored))
        return written;
    if (rig.path.empty()) return {};
    const fs::path beside = file_beside(rig);
    return fs::exists(beside, ignored) ? beside : fs::path();
}

Result<std::optional<std::string>> load_rig_settings_section(const Rig& rig, std::string_view key) {
    const fs::path file = existing_rig_settings(rig);
    auto json = read_settings(file);
    if (!json) return pass_on(json);
    if (auto right = check_version(*json, file); !right) return pass_on(right);
    const auto section = json->find(std::string(key));
    if (section == json->end() || section->is_null()) return std::optional<std::string>();
    return std::optional(section->dump(-1, ' ', false, OrderedJson::error_handler_t::replace));
}

Result<fs::path> save_rig_settings_section(const Rig& rig, std::string_view key, std::string_view json) {
    const fs::path file = rig_settings_file(rig);
    if (file.empty())
        return fail(
            ErrorCode::usage,
            "Cannot save the settings of the rig \"{}\": it has no file to keep them beside, and HOME "
            "is not set",
            printable(rig.name));
    OrderedJson section = OrderedJson::parse(json, nullptr, false);
    if (section.is_discarded()) return fail(ErrorCode::usage, "The settings to save are no JSON");
    auto settings = content_to_keep(existing_rig_settings(rig), file);
    if (!settings) return pass_on(settings);
    OrderedJson whole = {{"version", format_version}};
    for (auto& [name, value] : settings->items())
        if (name != "version") whole[name] = std::move(value);
    whole[std::string(key)] = std::move(section);
    std::error_code failed;
    if (file.has_parent_path()) fs::create_directories(file.parent_path(), failed);
    if (failed)
        return fail(ErrorCode::unavailable, "Cannot make the folder {}: {}", file.parent_path().string(),
                    failed.message());
    const std::string text = whole.dump(2, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
    if (auto written = write_file_atomically(file, text); !written) return pass_on(written);
    return file;
}

} // namespace mien
