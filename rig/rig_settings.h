// What the user set for a rig, kept in one JSON file beside it: NAME.mien.json, an object with "version" and
// a section a key ("groups": rig/face_groups.h, "mapping": solver/). Sections belong to different parts of
// the program; each is read and written by itself and leaves the others as they are. Any thread, but writers
// of one file take turns.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "rig/rig.h"

namespace mien {

/// Where a rig's settings lie: beside it; where that folder cannot be written, and for rigs without a file,
/// in the user's configuration. Tells for a rig that has no settings yet where they would go. Empty: nowhere
/// (no file, no name, no home).
[[nodiscard]] std::filesystem::path rig_settings_file(const Rig& rig);

/// The file that holds the rig's settings now; empty where there is none. It may lie beside a rig in a folder
/// that cannot be written, while rig_settings_file() is in the user's configuration.
[[nodiscard]] std::filesystem::path existing_rig_settings(const Rig& rig);

/// JSON text of a section, nothing where the rig has no settings or they lack it. Errors: unreadable (no
/// JSON, of a newer version, no permission), naming the file.
[[nodiscard]] Result<std::optional<std::string>> load_rig_settings_section(const Rig& rig,
                                                                           std::string_view key);

/// Writes a section (JSON text), atomically; the others stay, also those that this program does not know. A
/// damaged file is set aside as NAME.mien.json.damaged. Returns where. Errors: usage (`json` is no JSON, the
/// rig has neither file nor name), unreadable (a newer version, which must not be written over), unavailable.
[[nodiscard]] Result<std::filesystem::path> save_rig_settings_section(const Rig& rig, std::string_view key,
                                                                      std::string_view json);

} // namespace mien
