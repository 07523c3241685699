// Skins, and whether each fits the meshes that wear it.
#pragma once

#include "base/result.h"
#include "rig/import/gltf/accessors.h"
#include "rig/rig.h"

namespace mien::gltf {

/// Fills rig.skins. Joints are checked against the number of nodes in the file.
[[nodiscard]] Result<void> read_skins(Document& document, Accessors& accessors, Rig& rig);

/// Checks every node that carries a mesh and a skin: a vertex bound to a joint that the skin does not have
/// refuses the file; a mesh without joints loses the skin, with a warning.
[[nodiscard]] Result<void> check_skinned_nodes(Rig& rig, Report& report);

} // namespace mien::gltf
