// The reference deformation on the CPU: slow, plain, and the oracle of the shaders.
#pragma once

#include <cstddef>
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

/// What takes one vertex of a buffer that `node` carries into world space: the blend of its joints' matrices,
/// or the node's world transform where the node has no skin.
[[nodiscard]] glm::mat4 vertex_matrix(const Rig& rig, const PosedRig& pose, std::size_t node,
                                      const VertexBuffer& buffer, std::size_t vertex);

} // namespace mien
