// The triangles of a primitive, whatever its mode.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/result.h"
#include "rig/import/gltf/attributes.h"

namespace mien::gltf {

/// Three indices a triangle, all below `vertex_count`. Strips and fans are taken apart, a list without
/// indices is numbered; points and lines give none, with a warning. Refuses indices that are out of range or
/// not unsigned.
[[nodiscard]] Result<std::vector<std::uint32_t>> read_triangles(MeshSources& sources,
                                                                const JsonObject& primitive,
                                                                const Attributes& attributes,
                                                                std::size_t vertex_count);

} // namespace mien::gltf
