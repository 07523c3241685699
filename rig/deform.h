// The reference deformation on the CPU: slow, plain, and the oracle of the shaders.
#pragma once

#include <span>
#include <vector>

#include <glm/vec3.hpp>

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
[[nodiscard]] std::vector<DeformedPrimitive> deform(const Rig& rig, const PosedRig& pose);

} // namespace mien
