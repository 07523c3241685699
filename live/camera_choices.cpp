#include "live/camera_choices.h"

#include <cstdlib>
#include <system_error>

#include <nlohmann/json.hpp>

#include "base/file.h"

namespace mien {
namespace {

using Json = nlohmann::json;

constexpr int format_version = 1;
constexpr std::size_t largest_file = 1 << 20; // a real one has some hundred bytes
constexpr std::size_t most_cameras = 1000;

CameraChoice choice_from(const Json& json) {
    CameraChoice choice;
    if (const auto mode = json.find("mode"); mode != json.end() && mode->is_string())
        if (const auto read = camera_mode_from_text(mode->get_ref<const std::string&>())) choice.mode = *read;
    if (const auto fov = json.find("vertical_fov"); fov != json.end() && fov->is_number()) {
        const auto degrees = fov->get<float>();
        if (degrees >= 5 && degrees <= 150) choice.vertical_fov = degrees;
    }
    return choice;
}

} // namespace

std::filesystem::path camera_choices_file() {
    const char* config = std::getenv("XDG_CONFIG_HOME");
    const char* home = std::getenv("HOME");
    const std::filesystem::path folder = config != nullptr && *config == '/' ? std::filesystem::path(config)
                                         : home != nullptr ? std::filesystem::path(home) / ".config"
                                                           : std::filesystem::path(".config");
    return folder / "mien" / "cameras.json";
}

Result<CameraChoices> load_camera_choices(const std::filesystem::path& file) {
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored)) return CameraChoices();
    auto text = read_text_file(file, largest_file);
    if (!text) return pass_on(text);
    const Json json = Json::parse(*text, nullptr, false);
    const auto cameras = json.is_object() ? json.find("cameras") : json.end();
    if (!json.is_object() || json.value("version", Json()) != format_version || cameras == json.end() ||
        !cameras->is_object() || cameras->size() > most_cameras)
        return fail(ErrorCode::unreadable,
                    "{} does not hold the settings of cameras; remove it to begin anew", file.string());
    CameraChoices choices;
    for (const auto& [id, camera] : cameras->items()) {
        if (!camera.is_object()) continue;
        const CameraChoice choice = choice_from(camera);
        if (choice != CameraChoice()) choices.emplace(id, choice);
    }
    return choices;
}

Result<void> save_camera_choices(const std::filesystem::path& file, const CameraChoices& choices) {
    std::error_code failed;
    std::filesystem::create_directories(file.parent_path(), failed);
    if (failed)
        return fail(ErrorCode::unavailable, "Cannot make the settings folder {}: {}",
                    file.parent_path().string(), failed.message());
    Json cameras = Json::object();
    for (const auto& [id, choice] : choices) {
        if (choice == CameraChoice()) continue;
        Json& camera = cameras[id];
        camera = Json::object();
        if (choice.mode) camera["mode"] = text_of(*choice.mode);
        if (choice.vertical_fov) camera["vertical_fov"] = *choice.vertical_fov;
    }
    const Json json = {{"version", format_version}, {"cameras", std::move(cameras)}};
    // Names of devices are bytes of a driver: what is no UTF-8 is replaced.
    return write_file_atomically(file, json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

std::map<std::string, CameraMode> modes_of(const CameraChoices& choices) {
    std::map<std::string, CameraMode> modes;
    for (const auto& [id, choice] : choices)
        if (choice.mode) modes.emplace(id, *choice.mode);
    return modes;
}

} // namespace mien
