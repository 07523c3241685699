// What is drawn with which material: ranges in one row of indices that is sorted by material. Any thread.
#pragma once

#include <cstdint>
#include <vector>

#include "rig/rig.h"

namespace mien {

/// The triangles of one primitive as one node carries it. All vertices of the default scene stand in one row,
/// nodes in the file's order, each with every buffer that its mesh draws from, once; all their triangles in
/// another, by material.
struct MaterialSubset {
    int material = no_index; ///< no_index first: primitives without a material
    int node = no_index;
    int mesh = no_index;
    int primitive = no_index;
    std::uint32_t first_index = 0; ///< in the row of indices
    std::uint32_t index_count = 0;
    std::uint32_t first_vertex = 0; ///< in the row of vertices: the first that its triangles use
    std::uint32_t vertex_count = 0; ///< from there to the last that they use
    bool operator==(const MaterialSubset&) const = default;
};

/// Sorted by material, then node, then primitive; each begins where the one before ends.
[[nodiscard]] std::vector<MaterialSubset> material_subsets(const Rig& rig);

} // namespace mien
