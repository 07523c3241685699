#include "rig/transform.h"

#include <cmath>

#include <glm/geometric.hpp>

namespace mien {

glm::mat4 compose(const TransformParts& parts) {
    glm::mat4 matrix = glm::mat4_cast(parts.rotation);
    for (int axis = 0; axis < 3; ++axis) matrix[axis] *= parts.scale[axis];
    matrix[3] = glm::vec4(parts.translation, 1);
    return matrix;
}

TransformParts decompose(const glm::mat4& matrix) {
    TransformParts parts;
    parts.translation = glm::vec3(matrix[3]);
    glm::mat3 axes(matrix);
    for (int axis = 0; axis < 3; ++axis) parts.scale[axis] = glm::length(axes[axis]);
    if (glm::determinant(axes) < 0) parts.scale.x = -parts.scale.x;
    for (int axis = 0; axis < 3; ++axis)
        if (parts.scale[axis] != 0) axes[axis] /= parts.scale[axis];
    const glm::quat rotation = glm::quat_cast(axes);
    const float length = glm::length(rotation);
    if (std::isfinite(length) && length > 0) parts.rotation = rotation / length;
    return parts;
}

} // namespace mien
