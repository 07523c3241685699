#include "rig/deform.h"

#include <cstddef>
#include <utility>

#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>

#include "rig/unit_vector.h"

namespace mien {
namespace {

/// A target as a whole shape differs from the base at its own vertices only, but mixing it in draws every
/// other vertex back towards the base.
MorphedVertices mixed_in_order(const VertexBuffer& buffer, const std::vector<float>& weights) {
    // In differences from the base: d = (1 - w) d + w * delta.
    std::vector<glm::vec3> positions(buffer.positions.size(), glm::vec3(0));
    std::vector<glm::vec3> normals(buffer.normals.size(), glm::vec3(0));
    for (std::size_t t = 0; t < buffer.targets.size() && t < weights.size(); ++t) {
        const float weight = weights[t];
        if (weight == 0) continue;
        for (glm::vec3& difference : positions) difference *= 1 - weight;
        for (glm::vec3& difference : normals) difference *= 1 - weight;
        const MorphTarget& target = buffer.targets[t];
        for (std::size_t i = 0; i < target.vertices.size(); ++i) {
            positions[target.vertices[i]] += weight * target.positions[i];
            if (!target.normals.empty()) normals[target.vertices[i]] += weight * target.normals[i];
        }
    }
    for (std::size_t v = 0; v < positions.size(); ++v) positions[v] += buffer.positions[v];
    for (std::size_t v = 0; v < normals.size(); ++v) normals[v] += buffer.normals[v];
    return {std::move(positions), std::move(normals)};
}

glm::mat4 skin_matrix(const std::vector<glm::mat4>& joints, const glm::u16vec4& indices,
                      const glm::vec4& weights) {
    glm::mat4 sum(0);
    for (int k = 0; k < 4; ++k)
        if (weights[k] != 0) sum += weights[k] * joints[indices[k]];
    return sum;
}

DeformedPrimitive deform_primitive(const Rig& rig, const PosedRig& pose, std::size_t node_index,
                                   const VertexBuffer& buffer, Blending blending) {
    const std::vector<float>& weights = pose.morph_weights[node_index];
    MorphedVertices vertices =
        blending == Blending::lerp ? mixed_in_order(buffer, weights) : morphed(buffer, weights);
    for (std::size_t v = 0; v < vertices.positions.size(); ++v) {
        const glm::mat4 matrix = vertex_matrix(rig, pose, node_index, buffer, v);
        vertices.positions[v] = glm::vec3(matrix * glm::vec4(vertices.positions[v], 1));
        vertices.normals[v] = transformed_normal(matrix, unit(vertices.normals[v], buffer.normals[v]));
    }
    DeformedPrimitive result;
    result.positions = std::move(vertices.positions);
    result.normals = std::move(vertices.normals);
    return result;
}

} // namespace

MorphedVertices morphed(const VertexBuffer& buffer, std::span<const float> weights) {
    MorphedVertices vertices{buffer.positions, buffer.normals};
    for (std::size_t t = 0; t < buffer.targets.size() && t < weights.size(); ++t) {
        if (weights[t] == 0) continue;
        const MorphTarget& target = buffer.targets[t];
        for (std::size_t i = 0; i < target.vertices.size(); ++i) {
            const std::uint32_t vertex = target.vertices[i];
            vertices.positions[vertex] += weights[t] * target.positions[i];
            if (!target.normals.empty()) vertices.normals[vertex] += weights[t] * target.normals[i];
        }
    }
    return vertices;
}

glm::vec3 transformed_normal(const glm::mat4& matrix, const glm::vec3& normal) {
    const glm::mat3 linear(matrix);
    // The inverse transpose times the determinant, which exists where the inverse does not (a scale of 0).
    const glm::mat3 cofactors(glm::cross(linear[1], linear[2]), glm::cross(linear[2], linear[0]),
                              glm::cross(linear[0], linear[1]));
    const float side = glm::determinant(linear) < 0 ? -1.0f : 1.0f;
    return unit(side * (cofactors * normal), normal);
}

glm::mat4 vertex_matrix(const Rig& rig, const PosedRig& pose, std::size_t node, const VertexBuffer& buffer,
                        std::size_t vertex) {
    const int skin = rig.nodes[node].skin;
    if (skin == no_index || buffer.joints.empty()) return pose.world[node];
    return skin_matrix(pose.joint_matrices[static_cast<std::size_t>(skin)], buffer.joints[vertex],
                       buffer.joint_weights[vertex]);
}

std::vector<DeformedPrimitive> deform(const Rig& rig, const PosedRig& pose, Blending blending) {
    std::vector<DeformedPrimitive> deformed;
    for (std::size_t n = 0; n < rig.nodes.size(); ++n) {
        const Node& node = rig.nodes[n];
        if (node.mesh == no_index || !rig.node_in_scene[n]) continue;
        const Mesh& mesh = rig.meshes[static_cast<std::size_t>(node.mesh)];
        for (std::size_t p = 0; p < mesh.primitives.size(); ++p) {
            const auto buffer = static_cast<std::size_t>(mesh.primitives[p].vertices);
            deformed.push_back(deform_primitive(rig, pose, n, rig.vertex_buffers[buffer], blending));
            deformed.back().node = static_cast<int>(n);
            deformed.back().mesh = node.mesh;
            deformed.back().primitive = static_cast<int>(p);
        }
    }
    return deformed;
}

} // namespace mien
