#include "rig/bake.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <glm/matrix.hpp>

#include "rig/skeleton.h"

namespace mien {
namespace {

/// Where a node's vertices go in a pose: by its skin, else by the node.
class Placement {
public:
    Placement(const Rig& rig, const PosedRig& pose, std::size_t node, const VertexBuffer& buffer)
        : world_(pose.world[node]), buffer_(buffer) {
        const int skin = rig.nodes[node].skin;
        if (skin != no_index && !buffer.joints.empty())
            joints_ = &pose.joint_matrices[static_cast<std::size_t>(skin)];
    }
    [[nodiscard]] glm::mat4 of(std::size_t vertex) const {
        if (joints_ == nullptr) return world_;
        glm::mat4 sum(0);
        for (int k = 0; k < 4; ++k)
            if (buffer_.joint_weights[vertex][k] != 0)
                sum += buffer_.joint_weights[vertex][k] * (*joints_)[buffer_.joints[vertex][k]];
        return sum;
    }

private:
    glm::mat4 world_;
    const VertexBuffer& buffer_;
    const std::vector<glm::mat4>* joints_ = nullptr;
};

bool is_finite(const glm::mat4& matrix) {
    for (int column = 0; column < 4; ++column)
        for (int row = 0; row < 4; ++row)
            if (!std::isfinite(matrix[column][row])) return false;
    return true;
}

glm::vec3 unit(const glm::vec3& vector, const glm::vec3& otherwise) {
    const float length = glm::length(vector);
    return length > 0 && std::isfinite(length) ? vector / length : otherwise;
}

/// Adds the weighted targets to positions and normals.
void add_targets(VertexBuffer& buffer, const std::vector<float>& weights) {
    for (std::size_t t = 0; t < buffer.targets.size() && t < weights.size(); ++t) {
        const MorphTarget& target = buffer.targets[t];
        for (std::size_t i = 0; i < target.vertices.size() && weights[t] != 0; ++i) {
            buffer.positions[target.vertices[i]] += weights[t] * target.positions[i];
            if (!target.normals.empty()) buffer.normals[target.vertices[i]] += weights[t] * target.normals[i];
        }
    }
}

/// Moves a node's vertices so that the rest pose puts them where `posed` puts them now.
void move_vertices(VertexBuffer& buffer, const Placement& rest, const Placement& posed) {
    std::vector<glm::mat3> turns(buffer.positions.size(), glm::mat3(1));
    for (std::size_t v = 0; v < buffer.positions.size(); ++v) {
        const glm::mat4 change = glm::inverse(rest.of(v)) * posed.of(v);
        if (!is_finite(change)) continue;
        turns[v] = glm::mat3(change);
        buffer.positions[v] = glm::vec3(change * glm::vec4(buffer.positions[v], 1));
        const glm::mat3 normal_turn = glm::transpose(glm::inverse(turns[v]));
        buffer.normals[v] = unit(normal_turn * buffer.normals[v], buffer.normals[v]);
    }
    for (MorphTarget& target : buffer.targets)
        for (std::size_t i = 0; i < target.vertices.size(); ++i) {
            const glm::mat3& turn = turns[target.vertices[i]];
            target.positions[i] = turn * target.positions[i];
            if (!target.normals.empty()) target.normals[i] = turn * target.normals[i];
        }
}

/// A copy of a mesh with vertex buffers of its own, added to the rig.
int copy_mesh(Rig& rig, const Rig& source, int mesh) {
    Mesh copy = source.meshes[static_cast<std::size_t>(mesh)];
    std::vector<std::pair<int, int>> copied; // from the source's vertex buffers
    for (Primitive& primitive : copy.primitives) {
        const auto known = std::ranges::find(copied, primitive.vertices, &std::pair<int, int>::first);
        if (known != copied.end()) {
            primitive.vertices = known->second;
            continue;
        }
        rig.vertex_buffers.push_back(source.vertex_buffers[static_cast<std::size_t>(primitive.vertices)]);
        copied.emplace_back(primitive.vertices, static_cast<int>(rig.vertex_buffers.size()) - 1);
        primitive.vertices = copied.back().second;
    }
    std::ranges::fill(copy.default_weights, 0.0f);
    rig.meshes.push_back(std::move(copy));
    return static_cast<int>(rig.meshes.size()) - 1;
}

void bake_node(Rig& baked, const Rig& rig, std::size_t node, const PosedRig& rest, const PosedRig& pose) {
    const Mesh& mesh = baked.meshes[static_cast<std::size_t>(baked.nodes[node].mesh)];
    std::vector<int> done; // primitives may share a buffer
    for (const Primitive& primitive : mesh.primitives) {
        if (std::ranges::find(done, primitive.vertices) != done.end()) continue;
        done.push_back(primitive.vertices);
        VertexBuffer& buffer = baked.vertex_buffers[static_cast<std::size_t>(primitive.vertices)];
        add_targets(buffer, pose.morph_weights[node]);
        move_vertices(buffer, Placement(rig, rest, node, buffer), Placement(rig, pose, node, buffer));
    }
}

/// Expressions of the new meshes: each target of the old mesh in all its copies.
std::vector<Expression> moved_expressions(const Rig& rig, const std::vector<std::pair<int, int>>& copies) {
    std::vector<Expression> expressions = rig.expressions;
    for (Expression& expression : expressions) {
        std::vector<TargetRef> targets;
        for (const TargetRef& ref : expression.targets)
            for (const auto& [from, to] : copies)
                if (from == ref.mesh) targets.push_back({to, ref.target, ref.weight});
        expression.targets = std::move(targets);
    }
    return expressions;
}

} // namespace

Rig bake(const Rig& rig, const PosedRig& pose) {
    const PosedRig rest = evaluate(rig, rest_pose(rig));
    Rig baked = rig;
    baked.meshes.clear();
    baked.vertex_buffers.clear();
    std::vector<std::pair<int, int>> copies; // from the rig's mesh to the baked one
    for (std::size_t n = 0; n < rig.nodes.size(); ++n) {
        if (rig.nodes[n].mesh == no_index) continue;
        baked.nodes[n].mesh = copy_mesh(baked, rig, rig.nodes[n].mesh);
        baked.nodes[n].weights.clear();
        copies.emplace_back(rig.nodes[n].mesh, baked.nodes[n].mesh);
        bake_node(baked, rig, n, rest, pose);
    }
    baked.expressions = moved_expressions(rig, copies);
    return baked;
}

} // namespace mien
