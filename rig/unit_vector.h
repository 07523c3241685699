// Directions of vectors from foreign files, which may have none.
#pragma once

#include <cmath>

#include <glm/geometric.hpp>
#include <glm/vec3.hpp>

namespace mien {

/// The same direction with length 1; `otherwise` where there is no direction.
[[nodiscard]] inline glm::vec3 unit(const glm::vec3& vector, const glm::vec3& otherwise = glm::vec3(0)) {
    const float length = glm::length(vector);
    return length > 0 && std::isfinite(length) ? vector / length : otherwise;
}

} // namespace mien
