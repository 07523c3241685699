// The rigs that come inside the program. Made by models/generator while the program is built; CC0.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace mien {

/// The GLB bytes of a bundled rig; empty where there is none of that name. They live as long as the program.
/// Any thread. "mien": the head, 52 expressions as morph targets, and sliders that make other characters of
/// it; "mien-bones": the same head, its expressions as sliders of face bones; "mien-vrm": as a VRM 1.0
/// avatar.
[[nodiscard]] std::span<const std::uint8_t> bundled_rig(std::string_view name);

/// Names that bundled_rig knows, the default one first.
[[nodiscard]] std::vector<std::string_view> bundled_rig_names();

} // namespace mien
