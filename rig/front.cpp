#include "rig/front.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <optional>
#include <set>
#include <utility>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vec2.hpp>

#include "rig/arkit_coverage.h"
#include "rig/deform.h"
#include "rig/morph_target.h"
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

/// By mesh: the targets that move the front of the head only and, taken together, both its sides alike. The
/// jaw moves the throat too; a left side without its right says nothing about the middle.
std::vector<std::vector<int>> frontal_targets(const Rig& rig) {
    const ArkitCoverage coverage = arkit_coverage(rig);
    std::vector<std::vector<int>> targets(rig.meshes.size());
    for (ChannelIndex channel = 0; channel < channel_count; ++channel) {
        const bool on_both_sides = coverage.channels[mirrored_channel(channel)].moves;
        if (!on_both_sides || channel_names[channel].starts_with("jaw")) continue;
        for (const int expression : coverage.channels[channel].expressions)
            for (const TargetRef& ref : rig.expressions[static_cast<std::size_t>(expression)].targets)
                targets[static_cast<std::size_t>(ref.mesh)].push_back(ref.target);
    }
    return targets;
}

/// The quarter turn next to a direction on the ground; nothing where it is too short to say.
std::optional<float> quarter_turn(const glm::vec2& right_and_forward, float least) {
    if (!(glm::length(right_and_forward) > least)) return std::nullopt;
    constexpr float quarter = std::numbers::pi_v<float> / 2;
    const float turns = std::round(std::atan2(right_and_forward.x, right_and_forward.y) / quarter);
    return turns == 0 ? 0.0f : std::abs(turns) == 2 ? 2 * quarter : turns * quarter; // never -0 or -pi
}

/// One shape of each mesh that has frontal targets, at rest: a mesh that many nodes carry counts once.
std::vector<DeformedPrimitive> shapes_with_targets(const Rig& rig,
                                                   const std::vector<std::vector<int>>& targets) {
    if (std::ranges::all_of(targets, &std::vector<int>::empty)) return {};
    LocalPose pose = rest_pose(rig);
    for (std::vector<float>& weights : pose.morph_weights) std::ranges::fill(weights, 0.0f);
    std::vector<DeformedPrimitive> shapes = deform(rig, evaluate(rig, pose));
    std::set<std::pair<int, int>> seen;
    std::erase_if(shapes, [&](const DeformedPrimitive& shape) {
        return targets[static_cast<std::size_t>(shape.mesh)].empty() ||
               !seen.insert({shape.mesh, shape.primitive}).second;
    });
    return shapes;
}

/// From the middle of the head, at the height of the face, to the middle of what expressions move.
std::optional<float> yaw_of_face(const Rig& rig) {
    const auto targets = frontal_targets(rig);
    const auto shapes = shapes_with_targets(rig, targets);
    Box face;
    for (const DeformedPrimitive& shape : shapes) {
        const auto mesh = static_cast<std::size_t>(shape.mesh);
        const Primitive& source = rig.meshes[mesh].primitives[static_cast<std::size_t>(shape.primitive)];
        const VertexBuffer& buffer = rig.vertex_buffers[static_cast<std::size_t>(source.vertices)];
        for (const int index : targets[mesh])
            for (const std::uint32_t vertex : moved_vertices(buffer.targets[static_cast<std::size_t>(index)]))
                face.add(shape.positions[vertex]);
    }
    if (face.empty()) return std::nullopt;
    Box head;
    for (const DeformedPrimitive& shape : shapes)
        for (const glm::vec3& position : shape.positions)
            if (position.y >= face.low.y && position.y <= face.high.y) head.add(position);
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
    if (const auto yaw = yaw_of_face(rig)) return *yaw;
    return yaw_of_eyes(rig).value_or(0.0f);
}

} // namespace mien
