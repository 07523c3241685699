#include "rig/material_subsets.h"

#include <algorithm>
#include <cstddef>
#include <map>

namespace mien {
namespace {

MaterialSubset subset_of(const Primitive& primitive, std::uint32_t first_of_buffer) {
    MaterialSubset subset;
    subset.material = primitive.material;
    subset.index_count = static_cast<std::uint32_t>(primitive.indices.size());
    subset.first_vertex = first_of_buffer;
    if (primitive.indices.empty()) return subset;
    const auto [low, high] = std::ranges::minmax(primitive.indices);
    subset.first_vertex += low;
    subset.vertex_count = high - low + 1;
    return subset;
}

} // namespace

std::vector<MaterialSubset> material_subsets(const Rig& rig) {
    std::vector<MaterialSubset> subsets;
    std::uint32_t vertices = 0;
    for (std::size_t n = 0; n < rig.nodes.size(); ++n) {
        const int mesh = rig.nodes[n].mesh;
        const bool shown = n < rig.node_in_scene.size() && rig.node_in_scene[n];
        if (mesh == no_index || !shown) continue;
        std::map<int, std::uint32_t> first_of_buffer;
        const std::vector<Primitive>& primitives = rig.meshes[static_cast<std::size_t>(mesh)].primitives;
        for (std::size_t p = 0; p < primitives.size(); ++p) {
            const auto [place, added] = first_of_buffer.emplace(primitives[p].vertices, vertices);
            if (added)
                vertices += static_cast<std::uint32_t>(
                    rig.vertex_buffers[static_cast<std::size_t>(primitives[p].vertices)].positions.size());
            MaterialSubset subset = subset_of(primitives[p], place->second);
            subset.node = static_cast<int>(n);
            subset.mesh = mesh;
            subset.primitive = static_cast<int>(p);
            subsets.push_back(subset);
        }
    }
    std::ranges::stable_sort(subsets, {}, &MaterialSubset::material);
    std::uint32_t indices = 0;
    for (MaterialSubset& subset : subsets) {
        subset.first_index = indices;
        indices += subset.index_count;
    }
    return subsets;
}

} // namespace mien
