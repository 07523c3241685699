// The vertex lists of one primitive: positions, what they look like, what binds them to joints, morph
// targets.
#pragma once

#include "base/result.h"
#include "rig/import/gltf/attributes.h"
#include "rig/rig.h"

namespace mien::gltf {

/// Positions, joints and weights must be right or the file is refused; normals, tangents, texture coordinates
/// and colours that are not are left out with a warning. Normals that the file lacks stay absent here.
/// `attributes` are those of `primitive`, opened.
[[nodiscard]] Result<VertexBuffer> read_vertices(MeshSources& sources, const JsonObject& primitive,
                                                 Attributes& attributes);

} // namespace mien::gltf
