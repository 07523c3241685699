// Nodes by the names that lead to them. Any thread.
#pragma once

#include <string>
#include <string_view>

#include "rig/rig.h"

namespace mien {

/// The names from a root to a node, separated by "/": "Hips/Spine/Neck/Head/Jaw".
[[nodiscard]] std::string bone_path(const Rig& rig, int node);

/// The node of a path; where none has the whole path, the only node of the path's last name; no_index where
/// there is none or there are several.
[[nodiscard]] int find_bone(const Rig& rig, std::string_view path);

} // namespace mien
