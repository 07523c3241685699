#include "rig/morph_target.h"

#include <algorithm>

namespace mien {

std::vector<std::uint32_t> moved_vertices(const MorphTarget& target) {
    std::vector<std::uint32_t> vertices;
    for (std::size_t i = 0; i < target.vertices.size(); ++i)
        if (target.positions[i] != glm::vec3(0)) vertices.push_back(target.vertices[i]);
    return vertices;
}

bool moves(const MorphTarget& target) {
    return std::ranges::any_of(target.positions,
                               [](const glm::vec3& delta) { return delta != glm::vec3(0); });
}

std::size_t bytes_of(const MorphTarget& target) {
    return target.vertices.size() * sizeof(std::uint32_t) +
           (target.positions.size() + target.normals.size() + target.tangents.size()) * sizeof(glm::vec3);
}

} // namespace mien
