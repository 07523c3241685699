// A rig in one pose, ready to be deformed: by render/ on the GPU or by deform() on the CPU. A plain value.
#pragma once

#include <vector>

#include <glm/mat4x4.hpp>

namespace mien {

struct PosedRig {
    /// By node: world transform.
    std::vector<glm::mat4> world;
    /// By node: morph weights of the node's mesh (one per target), empty where the node has no mesh or the
    /// mesh no targets.
    std::vector<std::vector<float>> morph_weights;
    /// By skin, by joint: world(joint) * inverse_bind(joint); a skinned vertex is sum(weight * matrix *
    /// vertex), in world space.
    std::vector<std::vector<glm::mat4>> joint_matrices;
};

} // namespace mien
