// The morph targets of a primitive as sparse lists: only the vertices that a target moves are kept.
#pragma once

#include <cstddef>
#include <vector>

#include "base/result.h"
#include "rig/import/gltf/attributes.h"
#include "rig/rig.h"

namespace mien::gltf {

/// Any subset of POSITION, NORMAL and TANGENT per target. Wrong positions refuse the file, wrong normals and
/// tangents are left out with a warning.
[[nodiscard]] Result<std::vector<MorphTarget>> read_morph_targets(MeshSources& sources,
                                                                  const JsonObject& primitive,
                                                                  const Json& targets,
                                                                  std::size_t vertex_count);

} // namespace mien::gltf
