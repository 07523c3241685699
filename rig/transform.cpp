#include "rig/transform.h"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

namespace mien {
namespace {

/// Relative to the largest entry: what float arithmetic loses on the way through the parts.
constexpr float matrix_tolerance = 1e-5f;

bool is_nearly(const glm::mat4& a, const glm::mat4& b) {
    float largest = 0;
    float difference = 0;
    for (int column = 0; column < 4; ++column)
        for (int row = 0; row < 4; ++row) {
            largest = std::max(largest, std::abs(a[column][row]));
            difference = std::max(difference, std::abs(a[column][row] - b[column][row]));
        }
    return difference <= matrix_tolerance * largest;
}

} // namespace

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

void set_transform(Node& node, const glm::mat4& matrix) {
    const TransformParts parts = decompose(matrix);
    node.translation = parts.translation;
    node.rotation = parts.rotation;
    node.scale = parts.scale;
    if (!is_nearly(matrix, compose(parts))) node.matrix = matrix;
}

} // namespace mien
