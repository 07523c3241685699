#include "rig/check/check_vertices.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include <glm/geometric.hpp>

namespace mien {
namespace {

using Empty = FindingList::Empty;

constexpr float unit_tolerance = 1e-2f; // what quantized normals of a byte a component are off by
constexpr float sum_tolerance = 1e-3f;

template <typename T>
std::size_t not_finite(const std::vector<T>& values) {
    return static_cast<std::size_t>(
        std::ranges::count_if(values, [](const T& value) { return !all_finite(value); }));
}

void check_target(const VertexBuffer& buffer, const MorphTarget& target, const std::string& name,
                  FindingList& findings) {
    const std::size_t count = target.vertices.size();
    findings.length(target.positions.size(), count, Empty::refused, name, "moved positions");
    findings.length(target.normals.size(), count, Empty::allowed, name, "moved normals");
    findings.length(target.tangents.size(), count, Empty::allowed, name, "moved tangents");
    const bool rising =
        std::ranges::adjacent_find(target.vertices, std::ranges::greater_equal()) == target.vertices.end();
    if (!rising)
        findings.fault("target-order", name,
                       fmt::format("{}: its vertices are not in rising order", printable(name)));
    const auto beyond = std::ranges::count_if(
        target.vertices, [&](std::uint32_t vertex) { return vertex >= buffer.positions.size(); });
    findings.count(static_cast<std::size_t>(beyond), count, "index", name, "moved vertices do not exist");
    findings.count(not_finite(target.positions) + not_finite(target.normals) + not_finite(target.tangents),
                   count, "not-finite", name, "deltas are not numbers");
}

void check_influences(const VertexBuffer& buffer, const std::string& name, FindingList& findings) {
    const auto wrong = std::ranges::count_if(buffer.joint_weights, [](const glm::vec4& weights) {
        const bool negative = weights.x < 0 || weights.y < 0 || weights.z < 0 || weights.w < 0;
        const float sum = weights.x + weights.y + weights.z + weights.w;
        return negative || !(std::abs(sum - 1) <= sum_tolerance);
    });
    findings.count(static_cast<std::size_t>(wrong), buffer.joint_weights.size(), "weights-sum", name,
                   "vertices have joint weights that do not sum to 1");
}

void check_buffer(const VertexBuffer& buffer, const std::string& name, FindingList& findings) {
    const std::size_t count = buffer.positions.size();
    findings.length(buffer.normals.size(), count, Empty::refused, name, "normals");
    findings.length(buffer.tangents.size(), count, Empty::allowed, name, "tangents");
    for (const auto& uv : buffer.uv)
        findings.length(uv.size(), count, Empty::allowed, name, "texture coordinates");
    findings.length(buffer.colours.size(), count, Empty::allowed, name, "colours");
    findings.length(buffer.joints.size(), count, Empty::allowed, name, "joint lists");
    findings.length(buffer.joint_weights.size(), buffer.joints.size(), Empty::refused, name, "joint weights");
    findings.count(not_finite(buffer.positions), count, "not-finite", name, "positions are not numbers");
    const auto not_unit = std::ranges::count_if(buffer.normals, [](const glm::vec3& normal) {
        return !(std::abs(glm::length(normal) - 1) <= unit_tolerance);
    });
    findings.count(static_cast<std::size_t>(not_unit), count, "normals", name, "normals are not unit");
    check_influences(buffer, name, findings);
}

void check_primitive(const Rig& rig, const Mesh& mesh, const Primitive& primitive, std::set<int>& seen,
                     FindingList& findings) {
    findings.index(primitive.material, rig.materials.size(), mesh.name, "material");
    if (primitive.vertices == no_index) findings.fault("index", mesh.name, "A primitive has no vertices");
    if (primitive.vertices == no_index ||
        !findings.index(primitive.vertices, rig.vertex_buffers.size(), mesh.name, "vertex buffer"))
        return;
    const VertexBuffer& buffer = rig.vertex_buffers[static_cast<std::size_t>(primitive.vertices)];
    if (primitive.indices.size() % 3 != 0)
        findings.fault("triangles", mesh.name,
                       fmt::format("{}: a triangle lacks a corner", printable(mesh.name)));
    const auto beyond = std::ranges::count_if(
        primitive.indices, [&](std::uint32_t vertex) { return vertex >= buffer.positions.size(); });
    findings.count(static_cast<std::size_t>(beyond), primitive.indices.size(), "index", mesh.name,
                   "corners of triangles are no vertices");
    const bool targets = findings.length(buffer.targets.size(), mesh.target_names.size(), Empty::refused,
                                         mesh.name, "morph targets of a primitive");
    if (!seen.insert(primitive.vertices).second) return;
    check_buffer(buffer, mesh.name, findings);
    if (targets)
        for (std::size_t t = 0; t < buffer.targets.size(); ++t)
            check_target(buffer, buffer.targets[t], mesh.target_names[t], findings);
}

void check_mesh(const Rig& rig, const Mesh& mesh, std::set<int>& seen, FindingList& findings) {
    findings.length(mesh.default_weights.size(), mesh.target_names.size(), Empty::refused, mesh.name,
                    "default weights");
    const std::set<std::string> names(mesh.target_names.begin(), mesh.target_names.end());
    if (names.size() != mesh.target_names.size())
        findings.fault("name-twice", mesh.name,
                       fmt::format("{}: two morph targets have one name", printable(mesh.name)));
    for (const Primitive& primitive : mesh.primitives) check_primitive(rig, mesh, primitive, seen, findings);
}

/// A skinned mesh names no joint beyond its node's skin.
void check_joint_indices(const Rig& rig, const Node& node, FindingList& findings) {
    const auto in = [](int index, std::size_t size) {
        return index >= 0 && static_cast<std::size_t>(index) < size;
    };
    if (!in(node.mesh, rig.meshes.size()) || !in(node.skin, rig.skins.size())) return;
    const std::size_t joints = rig.skins[static_cast<std::size_t>(node.skin)].joints.size();
    for (const Primitive& primitive : rig.meshes[static_cast<std::size_t>(node.mesh)].primitives) {
        if (!in(primitive.vertices, rig.vertex_buffers.size())) continue;
        const VertexBuffer& buffer = rig.vertex_buffers[static_cast<std::size_t>(primitive.vertices)];
        const auto beyond = std::ranges::count_if(buffer.joints, [&](const glm::u16vec4& j) {
            return std::max({j.x, j.y, j.z, j.w}) >= joints;
        });
        findings.count(static_cast<std::size_t>(beyond), buffer.joints.size(), "index", node.name,
                       "vertices hang on joints that the skin does not have");
    }
}

} // namespace

void check_vertices(const Rig& rig, FindingList& findings) {
    std::set<int> seen;
    for (const Mesh& mesh : rig.meshes) check_mesh(rig, mesh, seen, findings);
    for (const Node& node : rig.nodes) check_joint_indices(rig, node, findings);
}

} // namespace mien
