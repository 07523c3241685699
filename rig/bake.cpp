#include "rig/bake.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include <glm/mat3x3.hpp>
#include <glm/matrix.hpp>

#include "rig/deform.h"
#include "rig/finite.h"
#include "rig/skeleton.h"
#include "rig/unit_vector.h"

namespace mien {
namespace {

/// Moves a node's vertices so that the rest pose puts them where `posed` puts them now.
void move_vertices(VertexBuffer& buffer, const Rig& rig, std::size_t node, const PosedRig& rest,
                   const PosedRig& posed) {
    std::vector<glm::mat3> turns(buffer.positions.size(), glm::mat3(1));
    for (std::size_t v = 0; v < buffer.positions.size(); ++v) {
        const glm::mat4 change = glm::inverse(vertex_matrix(rig, rest, node, buffer, v)) *
                                 vertex_matrix(rig, posed, node, buffer, v);
        if (!all_finite(change)) continue;
        turns[v] = glm::mat3(change);
        buffer.positions[v] = glm::vec3(change * glm::vec4(buffer.positions[v], 1));
        buffer.normals[v] = transformed_normal(change, unit(buffer.normals[v], buffer.normals[v]));
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
        MorphedVertices shape = morphed(buffer, pose.morph_weights[node]);
        buffer.positions = std::move(shape.positions);
        buffer.normals = std::move(shape.normals);
        move_vertices(buffer, rig, node, rest, pose);
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
