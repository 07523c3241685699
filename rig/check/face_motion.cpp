#include "rig/check/face_motion.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include "rig/deform.h"
#include "rig/skeleton.h"
#include "rig/transform.h"

namespace mien {
namespace {

void add_areas(const std::vector<std::uint32_t>& indices, const std::vector<glm::vec3>& positions,
               std::vector<float>& areas) {
    for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
        const glm::vec3& a = positions[indices[i]];
        const float area =
            glm::length(glm::cross(positions[indices[i + 1]] - a, positions[indices[i + 2]] - a)) / 2;
        for (std::size_t corner = i; corner < i + 3; ++corner) areas[indices[corner]] += area / 3;
    }
}

/// How the head is turned against the body it was bound to: some files are saved in a pose.
glm::quat turn_of_head(const Rig& rig, const PosedRig& rest) {
    const int head = find_head_joints(rig).head;
    for (const Skin& skin : rig.skins) {
        const auto joint = std::ranges::find(skin.joints, head);
        if (head == no_index || joint == skin.joints.end()) continue;
        // The first of all joints in the tree's order is the one that carries the others.
        const auto root = std::ranges::find_first_of(rig.node_order, skin.joints);
        const auto from_bind = [&](int node) {
            const auto k = std::ranges::find(skin.joints, node) - skin.joints.begin();
            return decompose(rest.world[static_cast<std::size_t>(node)] *
                             skin.inverse_bind[static_cast<std::size_t>(k)])
                .rotation;
        };
        return from_bind(head) * glm::conjugate(from_bind(*root));
    }
    return {1, 0, 0, 0};
}

float amount_of(const MovedVertex& vertex) {
    return vertex.area * glm::length(vertex.by);
}

} // namespace

FaceMotion::FaceMotion(const Rig& rig) : rig_(rig) {
    LocalPose local = rest_pose(rig);
    for (std::vector<float>& weights : local.morph_weights) std::ranges::fill(weights, 0.0f);
    const PosedRig rest = evaluate(rig, local);
    const glm::mat3 to_face = glm::mat3_cast(glm::angleAxis(-rig.front_yaw, glm::vec3(0, 1, 0)) *
                                             glm::conjugate(turn_of_head(rig, rest)));
    for (DeformedPrimitive& shape : deform(rig, rest)) {
        const Mesh& mesh = rig.meshes[static_cast<std::size_t>(shape.mesh)];
        if (mesh.target_names.empty()) continue;
        const Primitive& primitive = mesh.primitives[static_cast<std::size_t>(shape.primitive)];
        Surface surface;
        surface.mesh = static_cast<std::size_t>(shape.mesh);
        surface.buffer = static_cast<std::size_t>(primitive.vertices);
        surface.positions = std::move(shape.positions);
        surface.normals = std::move(shape.normals);
        surface.areas.assign(surface.positions.size(), 0.0f);
        const VertexBuffer& buffer = rig.vertex_buffers[surface.buffer];
        for (std::size_t v = 0; v < surface.positions.size(); ++v) {
            const auto node = static_cast<std::size_t>(shape.node);
            surface.turn.push_back(to_face * glm::mat3(vertex_matrix(rig, rest, node, buffer, v)));
            surface.positions[v] = to_face * surface.positions[v];
            surface.normals[v] = to_face * surface.normals[v];
        }
        add_areas(primitive.indices, surface.positions, surface.areas);
        surfaces_.push_back(std::move(surface));
    }
}

std::vector<MovedVertex> FaceMotion::of(const Expression& expression) const {
    std::vector<MovedVertex> moved;
    for (const Surface& surface : surfaces_) {
        // Several targets of one expression may move one vertex: they add up.
        std::vector<glm::vec3> by;
        for (const TargetRef& ref : expression.targets) {
            if (static_cast<std::size_t>(ref.mesh) != surface.mesh) continue;
            const MorphTarget& target =
                rig_.vertex_buffers[surface.buffer].targets[static_cast<std::size_t>(ref.target)];
            if (by.empty()) by.assign(surface.positions.size(), glm::vec3(0));
            for (std::size_t i = 0; i < target.positions.size(); ++i)
                by[target.vertices[i]] += ref.weight * target.positions[i];
        }
        for (std::size_t v = 0; v < by.size(); ++v)
            if (by[v] != glm::vec3(0) && surface.areas[v] > 0)
                moved.push_back(
                    {surface.positions[v], surface.turn[v] * by[v], surface.normals[v], surface.areas[v]});
    }
    return moved;
}

float FaceMotion::middle() const {
    float low = std::numeric_limits<float>::infinity();
    float high = -low;
    for (const Surface& surface : surfaces_)
        for (const glm::vec3& position : surface.positions) {
            low = std::min(low, position.x);
            high = std::max(high, position.x);
        }
    return low <= high ? (low + high) / 2 : 0;
}

MotionSummary summarise(const std::vector<MovedVertex>& vertices) {
    MotionSummary summary;
    for (const MovedVertex& vertex : vertices) {
        const float amount = amount_of(vertex);
        summary.amount += amount;
        summary.farthest = std::max(summary.farthest, glm::length(vertex.by));
        summary.centre += amount * vertex.place;
        summary.mean_by += amount * vertex.by;
    }
    if (summary.amount > 0) {
        summary.centre /= summary.amount;
        summary.mean_by /= summary.amount;
    }
    return summary;
}

float share_above(const std::vector<MovedVertex>& vertices, int axis, float limit) {
    float all = 0;
    float above = 0;
    for (const MovedVertex& vertex : vertices) {
        const float amount = amount_of(vertex);
        all += amount;
        if (vertex.place[axis] > limit) above += amount;
    }
    return all > 0 ? above / all : 0;
}

} // namespace mien
