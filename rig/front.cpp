#include "rig/front.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <optional>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vec2.hpp>

#include "rig/deform.h"
#include "rig/expression_names.h"
#include "rig/skeleton.h"

namespace mien {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

struct Box {
    glm::vec3 low{infinity};
    glm::vec3 high{-infinity};
    void add(const glm::vec3& point) {
        low = glm::min(low, point);
        high = glm::max(high, point);
    }
    [[nodiscard]] bool empty() const { return !(low.x <= high.x); }
};

/// Expressions that move the front of the head only. The jaw moves the throat too.
bool is_frontal(const Expression& expression) {
    const auto channel = channel_of_expression(expression.name);
    return channel && !channel_names[*channel].starts_with("jaw");
}

/// By mesh: which of its targets belong to frontal expressions.
std::vector<std::vector<int>> frontal_targets(const Rig& rig) {
    std::vector<std::vector<int>> targets(rig.meshes.size());
    for (const Expression& expression : rig.expressions)
        if (is_frontal(expression))
            for (const TargetRef& ref : expression.targets)
                targets[static_cast<std::size_t>(ref.mesh)].push_back(ref.target);
    return targets;
}

/// The quarter turn next to a direction on the ground; nothing where it is too short to say.
std::optional<float> quarter_turn(const glm::vec2& right_and_forward, float least) {
    if (!(glm::length(right_and_forward) > least)) return std::nullopt;
    constexpr float quarter = std::numbers::pi_v<float> / 2;
    const float turns = std::round(std::atan2(right_and_forward.x, right_and_forward.y) / quarter);
    return turns == 0 ? 0.0f : std::abs(turns) == 2 ? 2 * quarter : turns * quarter; // never -0 or -pi
}

/// From the middle of the head, at the height of the face, to the middle of what expressions move.
std::optional<float> yaw_of_face(const Rig& rig, const std::vector<DeformedPrimitive>& rest) {
    const auto targets = frontal_targets(rig);
    Box face;
    for (const DeformedPrimitive& primitive : rest) {
        const auto mesh = static_cast<std::size_t>(primitive.mesh);
        const Primitive& source = rig.meshes[mesh].primitives[static_cast<std::size_t>(primitive.primitive)];
        const VertexBuffer& buffer = rig.vertex_buffers[static_cast<std::size_t>(source.vertices)];
        for (const int target : targets[mesh])
            for (const std::uint32_t vertex : buffer.targets[static_cast<std::size_t>(target)].vertices)
                face.add(primitive.positions[vertex]);
    }
    if (face.empty()) return std::nullopt;
    Box head;
    for (const DeformedPrimitive& primitive : rest) {
        if (targets[static_cast<std::size_t>(primitive.mesh)].empty()) continue;
        for (const glm::vec3& position : primitive.positions)
            if (position.y >= face.low.y && position.y <= face.high.y) head.add(position);
    }
    if (head.empty()) return std::nullopt;
    const glm::vec3 forward = (face.low + face.high - head.low - head.high) * 0.5f;
    const glm::vec3 size = head.high - head.low;
    constexpr float least_share = 0.05f; // of the head's depth
    return quarter_turn({forward.x, forward.z}, least_share * std::max(size.x, size.z));
}

/// Eyes stand in front of the head's joint.
std::optional<float> yaw_of_eyes(const Rig& rig) {
    const HeadJoints joints = find_head_joints(rig);
    if (joints.head == no_index || joints.left_eye == no_index || joints.right_eye == no_index)
        return std::nullopt;
    const PosedRig rest = evaluate(rig, rest_pose(rig));
    const auto place = [&](int node) { return glm::vec3(rest.world[static_cast<std::size_t>(node)][3]); };
    const glm::vec3 eyes = (place(joints.left_eye) + place(joints.right_eye)) * 0.5f;
    const glm::vec3 forward = eyes - place(joints.head);
    constexpr float least_share = 0.3f; // of the distance between the eyes
    const float distance = glm::length(place(joints.left_eye) - place(joints.right_eye));
    return quarter_turn({forward.x, forward.z}, least_share * distance);
}

} // namespace

float guess_front_yaw(const Rig& rig) {
    if (rig.vrm && rig.vrm->version == 0) return std::numbers::pi_v<float>;
    if (const auto yaw = yaw_of_face(rig, deform(rig, evaluate(rig, rest_pose(rig))))) return *yaw;
    return yaw_of_eyes(rig).value_or(0.0f);
}

} // namespace mien
