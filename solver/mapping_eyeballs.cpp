// EyeballShapes: which expressions turn the eyeballs, and not only the lids.
#include <algorithm>
#include <set>
#include <utility>

#include "rig/morph_target.h"
#include "solver/mapping.h"

namespace mien {
namespace {

using VertexSet = std::set<std::pair<int, std::uint32_t>>; ///< (vertex buffer, vertex)

bool hangs_from_eye(const Rig& rig, int node, const HeadJoints& joints) {
    for (; node != no_index; node = rig.nodes[static_cast<std::size_t>(node)].parent)
        if (node == joints.left_eye || node == joints.right_eye) return true;
    return false;
}

/// How much of a vertex hangs on the eye joints by its skin.
float eye_share(const VertexBuffer& buffer, std::uint32_t v, const Skin& skin, const HeadJoints& joints) {
    if (v >= buffer.joints.size() || v >= buffer.joint_weights.size()) return 0;
    float share = 0;
    for (int k = 0; k < 4; ++k) {
        const int joint = skin.joints[buffer.joints[v][k]];
        if (joint == joints.left_eye || joint == joints.right_eye) share += buffer.joint_weights[v][k];
    }
    return share;
}

/// The vertices that turn with the eye joints.
VertexSet eyeball_vertices(const Rig& rig, const HeadJoints& joints) {
    VertexSet vertices;
    for (std::size_t n = 0; n < rig.nodes.size(); ++n) {
        const Node& node = rig.nodes[n];
        if (node.mesh == no_index) continue;
        const bool rigid = node.skin == no_index;
        if (rigid && !hangs_from_eye(rig, static_cast<int>(n), joints)) continue;
        for (const Primitive& primitive : rig.meshes[static_cast<std::size_t>(node.mesh)].primitives) {
            const VertexBuffer& buffer = rig.vertex_buffers[static_cast<std::size_t>(primitive.vertices)];
            for (std::uint32_t v = 0; v < buffer.positions.size(); ++v)
                if (rigid ||
                    eye_share(buffer, v, rig.skins[static_cast<std::size_t>(node.skin)], joints) > 0.5F)
                    vertices.insert({primitive.vertices, v});
        }
    }
    return vertices;
}

bool moves_any(const Rig& rig, const Expression& expression, const VertexSet& vertices) {
    for (const TargetRef& ref : expression.targets)
        for (const Primitive& primitive : rig.meshes[static_cast<std::size_t>(ref.mesh)].primitives) {
            const VertexBuffer& buffer = rig.vertex_buffers[static_cast<std::size_t>(primitive.vertices)];
            const auto moved = moved_vertices(buffer.targets[static_cast<std::size_t>(ref.target)]);
            if (std::ranges::any_of(moved, [&](std::uint32_t v) {
                    return vertices.contains({primitive.vertices, v});
                }))
                return true;
        }
    return false;
}

} // namespace

EyeballShapes::EyeballShapes(const Rig& rig, const HeadJoints& joints)
    : turned_(rig.expressions.size(), true) {
    if (joints.left_eye == no_index && joints.right_eye == no_index) return;
    const VertexSet eyeballs = eyeball_vertices(rig, joints);
    if (eyeballs.empty()) return;
    for (std::size_t i = 0; i < turned_.size(); ++i)
        turned_[i] = moves_any(rig, rig.expressions[i], eyeballs);
}

bool EyeballShapes::turned_by(int expression) const {
    return expression >= 0 && static_cast<std::size_t>(expression) < turned_.size() &&
           turned_[static_cast<std::size_t>(expression)];
}

} // namespace mien
