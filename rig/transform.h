// Local transforms: translation, rotation and scale as one matrix, and back. Any thread.
#pragma once

#include <glm/gtc/quaternion.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "rig/rig.h"

namespace mien {

struct TransformParts {
    glm::vec3 translation{0};
    glm::quat rotation{1, 0, 0, 0}; ///< unit
    glm::vec3 scale{1};
};

/// Translation * rotation * scale.
[[nodiscard]] glm::mat4 compose(const TransformParts& parts);

/// The parts of a matrix; exact where it has any, the nearest otherwise (shear is lost). A mirroring matrix
/// gives a negative x scale.
[[nodiscard]] TransformParts decompose(const glm::mat4& matrix);

/// Gives a node a matrix as its rest transform: as parts, and as the matrix too where they do not give it
/// back.
void set_transform(Node& node, const glm::mat4& matrix);

} // namespace mien
