// frame_rig: where the camera stands to show a head, a bust or all of a rig that nobody has described.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

#include "render/camera.h"
#include "rig/deform.h"
#include "rig/morph_target.h"

namespace mien {
namespace {

struct Bounds {
    glm::vec3 low{std::numeric_limits<float>::max()};
    glm::vec3 high{std::numeric_limits<float>::lowest()};

    void add(const glm::vec3& point) {
        if (!std::isfinite(point.x) || !std::isfinite(point.y) || !std::isfinite(point.z)) return;
        low = glm::min(low, point);
        high = glm::max(high, point);
    }
    [[nodiscard]] bool empty() const { return low.x > high.x; }
    [[nodiscard]] glm::vec3 size() const { return high - low; }
};

/// By node: whether it is `ancestor` or hangs below it.
std::vector<bool> below(const Rig& rig, int ancestor) {
    std::vector<bool> result(rig.nodes.size(), false);
    if (ancestor == no_index) return result;
    for (const int n : rig.node_order) {
        const int parent = rig.nodes[static_cast<std::size_t>(n)].parent;
        result[static_cast<std::size_t>(n)] =
            n == ancestor || (parent != no_index && result[static_cast<std::size_t>(parent)]);
    }
    return result;
}

/// The node that moves a vertex most: of its heaviest joint, else the one that carries its mesh.
int carrier(const Rig& rig, int node, const VertexBuffer& buffer, std::size_t vertex) {
    const int skin = rig.nodes[static_cast<std::size_t>(node)].skin;
    if (skin == no_index || buffer.joints.empty()) return node;
    int heaviest = 0;
    for (int k = 1; k < 4; ++k)
        if (buffer.joint_weights[vertex][k] > buffer.joint_weights[vertex][heaviest]) heaviest = k;
    return rig.skins[static_cast<std::size_t>(skin)].joints[buffer.joints[vertex][heaviest]];
}

/// Bounds of all, of the vertices that hang on the head, and of those that morph; in world space, at rest.
struct RigBounds {
    Bounds all, head, morphing;
};

RigBounds measure(const Rig& rig, const PosedRig& pose, int head) {
    RigBounds bounds;
    const std::vector<bool> on_head = below(rig, head);
    for (const DeformedPrimitive& primitive : deform(rig, pose)) {
        const Mesh& mesh = rig.meshes[static_cast<std::size_t>(primitive.mesh)];
        const Primitive& source = mesh.primitives[static_cast<std::size_t>(primitive.primitive)];
        const VertexBuffer& buffer = rig.vertex_buffers[static_cast<std::size_t>(source.vertices)];
        std::vector<bool> morphs(primitive.positions.size(), false);
        for (const MorphTarget& target : buffer.targets)
            for (const std::uint32_t vertex : moved_vertices(target)) morphs[vertex] = true;
        for (const std::uint32_t vertex : source.indices) { // vertices that no triangle shows do not count
            const glm::vec3& position = primitive.positions[vertex];
            bounds.all.add(position);
            if (morphs[vertex]) bounds.morphing.add(position);
            if (on_head[static_cast<std::size_t>(carrier(rig, primitive.node, buffer, vertex))])
                bounds.head.add(position);
        }
    }
    return bounds;
}

/// The head without what hangs far down from it (hair to the waist): a chin lies at most about a third as far
/// below the head's joint as the crown is above it.
Bounds without_long_hair(Bounds head, float joint_height) {
    constexpr float chin_share = 0.4f;
    const float crown = head.high.y - joint_height;
    if (crown > 0) head.low.y = std::max(head.low.y, joint_height - chin_share * crown);
    return head;
}

Bounds framed(const RigBounds& bounds, const HeadJoints& joints, const PosedRig& pose, Framing framing) {
    Bounds head = bounds.head;
    if (!head.empty())
        head = without_long_hair(head, pose.world[static_cast<std::size_t>(joints.head)][3].y);
    else
        head = bounds.morphing.empty() ? bounds.all : bounds.morphing;
    if (framing == Framing::face || head.empty()) return head;
    if (framing == Framing::full) return bounds.all;
    // A bust reaches about one head below the chin, as far as there is something.
    Bounds bust = head;
    bust.low.y = std::max(bounds.all.low.y, head.low.y - 0.9f * head.size().y);
    return bust;
}

} // namespace

Camera frame_rig(const Rig& rig, const HeadJoints& joints, Framing framing, float aspect) {
    Camera camera;
    camera.yaw = glm::degrees(rig.front_yaw);
    const PosedRig rest = evaluate(rig, rest_pose(rig));
    const Bounds box = framed(measure(rig, rest, joints.head), joints, rest, framing);
    if (box.empty()) return camera;
    camera.target = 0.5f * (box.low + box.high);
    const glm::vec3 half = 0.5f * glm::max(box.size(), glm::vec3(1e-6f));
    // Seen along the yaw, width and depth change places at a quarter turn.
    const float turn = glm::radians(camera.yaw);
    const float half_width = std::abs(std::cos(turn)) * half.x + std::abs(std::sin(turn)) * half.z;
    const float half_depth = std::abs(std::cos(turn)) * half.z + std::abs(std::sin(turn)) * half.x;
    const float slope = std::tan(glm::radians(camera.vertical_fov) / 2);
    constexpr float margin = 1.12f;
    const float needed = std::max(half.y, half_width / std::max(aspect, 1e-3f));
    // The box's front must fit too, but heads are round: half of it.
    const float front = framing == Framing::full ? 1.0f : 0.5f;
    camera.distance = margin * needed / slope + front * half_depth;
    return camera;
}

} // namespace mien
