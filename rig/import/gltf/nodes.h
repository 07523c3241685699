// The tree of nodes, the default scene, and which mesh and skin each node carries.
#pragma once

#include "base/result.h"
#include "rig/import/gltf/document.h"
#include "rig/rig.h"

namespace mien::gltf {

/// Fills rig.nodes, node_order and node_in_scene. Meshes and skins must be there already. Refuses indices
/// that do not exist, a node with two parents, and circles.
[[nodiscard]] Result<void> read_nodes(Document& document, Rig& rig);

} // namespace mien::gltf
