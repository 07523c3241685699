// Meshes: primitives, the vertex buffers that they share, default weights.
#pragma once

#include "base/result.h"
#include "rig/import/gltf/attributes.h"
#include "rig/rig.h"

namespace mien::gltf {

/// Fills rig.meshes and rig.vertex_buffers; materials must be there already. Primitives that name the same
/// attributes and targets get one buffer. Primitives of points and lines keep their place but draw nothing.
[[nodiscard]] Result<void> read_meshes(MeshSources& sources, Rig& rig);

} // namespace mien::gltf
