// The reference deformation on the CPU: slow, plain, and the oracle of the shaders.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "rig/blending.h"
#include "rig/posed_rig.h"
#include "rig/rig.h"

namespace mien {

/// One primitive of one node, in world space: all vertices of its buffer, in file order.
struct DeformedPrimitive {
    int node = no_index;
    int mesh = no_index;
    int primitive = no_index;
    std::vector<glm::vec3> positions;
    std::vector<glm::vec3> normals; ///< unit
};

/// base + sum of weight * delta (normals renormalised), then the skin (four joints), else the node's world
/// transform. Normals go with the inverse transpose. One entry per (node, primitive) of the default scene.
[[nodiscard]] std::vector<DeformedPrimitive> deform(const Rig& rig, const PosedRig& pose,
                                                    Blending blending = Blending::add);

/// Positions and normals of a buffer.
struct MorphedVertices {
    std::vector<glm::vec3> positions;
    std::vector<glm::vec3> normals; ///< not unit
};
/// base + sum of weight * delta, in the buffer's own space.
[[nodiscard]] MorphedVertices morphed(const VertexBuffer& buffer, std::span<const float> weights);

/// A unit normal behind a transform: by the inverse transpose, mirrored ones too; as it was where the
/// transform leaves it no direction.
[[nodiscard]] glm::vec3 transformed_normal(const glm::mat4& matrix, const glm::vec3& normal);

/// What takes one vertex of a buffer that `node` carries into world space: the blend of its joints' matrices,
/// or the node's world transform where the node has no skin.
[[nodiscard]] glm::mat4 vertex_matrix(const Rig& rig, const PosedRig& pose, std::size_t node,
                                      const VertexBuffer& buffer, std::size_t vertex);

} // namespace mien
