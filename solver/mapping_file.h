// A mapping as the user set it: section "mapping" of the rig's settings (rig/rig_settings.h). Targets go by
// name, never by number, so that a mapping survives a new export of its rig.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.h"
#include "solver/mapping.h"

namespace mien {

/// The section's JSON:
///   {"version": 1, "gaze": "joints" or "expressions", "rows": [
///     {"channel": "jawOpen", "expression": "A"},
///     {"channel": "eyeBlinkLeft", "both": true, "group": "Eyes", "part": "Blink", "curve": "ease_in",
///      "exponent": 1.5, "gain": 1.2, "offset": 0, "low": 0, "high": 1, "combine": "at_least",
///      "on": false}]}
/// What equals the default of MappingRow is left out.
[[nodiscard]] std::string mapping_to_json(const Mapping& mapping, const Rig& rig, const FaceGroups& groups);

/// The same back, against a rig: rows whose target it has not are kept with their names and drive nothing. A
/// gaze that the rig cannot do as the file says goes the other way; it is never driven twice. `what` names
/// the text in messages. Errors: unreadable (no JSON, another version, a channel or word that does not exist,
/// numbers that are none, more than `most_mapping_rows` rows).
[[nodiscard]] Result<Mapping> mapping_from_json(std::string_view json, const Rig& rig,
                                                const FaceGroups& groups, const HeadJoints& joints,
                                                const std::string& what);
inline constexpr std::size_t most_mapping_rows = 20'000;

/// The rig's own mapping where the user has saved one, else the guess. Errors: unreadable; the guess is still
/// there by guess_mapping().
[[nodiscard]] Result<Mapping> load_mapping(const Rig& rig, const FaceGroups& groups,
                                           const HeadJoints& joints);

/// load_mapping(), or the guess with one line in `notice` that says what is wrong with the file.
[[nodiscard]] Mapping load_or_guess_mapping(const Rig& rig, const FaceGroups& groups,
                                            const HeadJoints& joints, std::string& notice);

/// Saves it with the rig's settings, atomically; one that is not the user's own takes the saved one away, so
/// that the guess counts again. Returns where. Errors: as save_rig_settings_section().
[[nodiscard]] Result<std::filesystem::path> save_mapping(const Mapping& mapping, const Rig& rig,
                                                         const FaceGroups& groups);

} // namespace mien
