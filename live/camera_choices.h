// What a person set for each camera: its mode and its field of view. A JSON file of the user's configuration,
// shared by the window and `mien live --headless`.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "base/result.h"
#include "capture/source/video_source.h"

namespace mien {

struct CameraChoice {
    std::optional<CameraMode> mode;
    std::optional<float> vertical_fov; ///< degrees
    bool operator==(const CameraChoice&) const = default;
};

/// By CameraInfo::id.
using CameraChoices = std::map<std::string, CameraChoice>;

/// cameras.json in the user's configuration ($XDG_CONFIG_HOME/mien, else ~/.config/mien).
[[nodiscard]] std::filesystem::path camera_choices_file();

/// The file's choices; single values of a wrong kind are left out. None where there is no file. Errors:
/// unreadable (it is no such file), naming it.
[[nodiscard]] Result<CameraChoices> load_camera_choices(const std::filesystem::path& file);

/// Writes atomically, making the folder where needed. Errors: unavailable.
[[nodiscard]] Result<void> save_camera_choices(const std::filesystem::path& file,
                                               const CameraChoices& choices);

/// For SourceOptions::modes.
[[nodiscard]] std::map<std::string, CameraMode> modes_of(const CameraChoices& choices);

} // namespace mien
