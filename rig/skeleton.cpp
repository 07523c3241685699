#include "rig/skeleton.h"

#include <cstddef>

#include "rig/morph_path.h"
#include "rig/transform.h"

namespace mien {
namespace {

/// The morph weights a node is drawn with at rest: its own, else its mesh's.
std::vector<float> rest_weights(const Rig& rig, const Node& node) {
    if (node.mesh == no_index) return {};
    if (!node.weights.empty()) return node.weights;
    return rig.meshes[static_cast<std::size_t>(node.mesh)].default_weights;
}

glm::mat4 local_matrix(const Node& node, const LocalPose& pose, std::size_t index) {
    if (node.matrix && !pose.changed[index]) return *node.matrix;
    return compose({pose.translation[index], pose.rotation[index], pose.scale[index]});
}

} // namespace

LocalPose rest_pose(const Rig& rig) {
    LocalPose pose;
    pose.translation.reserve(rig.nodes.size());
    pose.rotation.reserve(rig.nodes.size());
    pose.scale.reserve(rig.nodes.size());
    pose.changed.assign(rig.nodes.size(), false);
    pose.morph_weights.reserve(rig.nodes.size());
    for (const Node& node : rig.nodes) {
        pose.translation.push_back(node.translation);
        pose.rotation.push_back(node.rotation);
        pose.scale.push_back(node.scale);
        pose.morph_weights.push_back(rest_weights(rig, node));
    }
    return pose;
}

PosedRig evaluate(const Rig& rig, const LocalPose& pose) {
    PosedRig posed;
    posed.world.resize(rig.nodes.size());
    for (const int index : rig.node_order) {
        const auto i = static_cast<std::size_t>(index);
        const Node& node = rig.nodes[i];
        const glm::mat4 local = local_matrix(node, pose, i);
        posed.world[i] =
            node.parent == no_index ? local : posed.world[static_cast<std::size_t>(node.parent)] * local;
    }
    posed.morph_weights = pose.morph_weights;
    for (std::size_t i = 0; i < rig.nodes.size(); ++i)
        if (rig.nodes[i].mesh != no_index)
            follow_paths(rig.meshes[static_cast<std::size_t>(rig.nodes[i].mesh)], posed.morph_weights[i]);
    posed.joint_matrices.reserve(rig.skins.size());
    for (const Skin& skin : rig.skins) {
        std::vector<glm::mat4>& matrices = posed.joint_matrices.emplace_back();
        matrices.reserve(skin.joints.size());
        for (std::size_t j = 0; j < skin.joints.size(); ++j)
            matrices.push_back(posed.world[static_cast<std::size_t>(skin.joints[j])] * skin.inverse_bind[j]);
    }
    return posed;
}

} // namespace mien
