// check_structure(): the promises of rig/rig.h about nodes, skins, materials, animations and expressions;
// those about vertices are in check_vertices.cpp.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <set>
#include <string>
#include <type_traits>

#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>

#include "rig/check/check_vertices.h"
#include "rig/check/finding_list.h"
#include "rig/check/rig_check.h"

namespace mien {
namespace {

using Empty = FindingList::Empty;

std::size_t size_of(int index) {
    return static_cast<std::size_t>(index);
}

/// Parents exist and come first in node_order, which names every node once.
void check_hierarchy(const Rig& rig, FindingList& findings) {
    findings.length(rig.node_in_scene.size(), rig.nodes.size(), Empty::refused, "nodes", "scene marks");
    if (!findings.length(rig.node_order.size(), rig.nodes.size(), Empty::refused, "nodes", "places in order"))
        return;
    std::vector<bool> seen(rig.nodes.size(), false);
    for (const int node : rig.node_order) {
        if (node < 0 || size_of(node) >= rig.nodes.size() || seen[size_of(node)]) {
            findings.fault("order", "nodes", "The order of the nodes does not name each of them once");
            return;
        }
        const int parent = rig.nodes[size_of(node)].parent;
        const std::string& name = rig.nodes[size_of(node)].name;
        if (!findings.index(parent, rig.nodes.size(), name, "parent node")) return;
        if (parent != no_index && !seen[size_of(parent)])
            findings.fault("order", name, fmt::format("{} comes before its parent", printable(name)));
        seen[size_of(node)] = true;
    }
}

void check_transform(const Node& node, FindingList& findings) {
    const std::string name = printable(node.name);
    if (!all_finite(node.translation) || !all_finite(node.scale) || !all_finite(node.rotation) ||
        (node.matrix && !all_finite(*node.matrix))) {
        findings.fault("not-finite", node.name, name + ": its transform has a number that is none");
        return;
    }
    constexpr float unit_tolerance = 1e-3f;
    if (std::abs(glm::length(node.rotation) - 1) > unit_tolerance)
        findings.fault("rotation", node.name, name + ": its rotation is not a unit quaternion");
    const float size =
        node.matrix ? glm::determinant(glm::mat3(*node.matrix)) : node.scale.x * node.scale.y * node.scale.z;
    if (size == 0)
        findings.add(Severity::warning, "collapsed", node.name,
                     name + ": a scale of 0 hides whatever hangs from it");
    else if (size < 0)
        findings.add(Severity::note, "mirrored", node.name,
                     name + ": its transform mirrors what hangs from it");
}

void check_node(const Rig& rig, const Node& node, FindingList& findings) {
    check_transform(node, findings);
    const bool mesh = findings.index(node.mesh, rig.meshes.size(), node.name, "mesh");
    findings.index(node.skin, rig.skins.size(), node.name, "skin");
    if (mesh && node.mesh != no_index)
        findings.length(node.weights.size(), rig.meshes[size_of(node.mesh)].target_names.size(),
                        Empty::allowed, node.name, "default weights");
}

void check_skin(const Rig& rig, const Skin& skin, FindingList& findings) {
    findings.length(skin.inverse_bind.size(), skin.joints.size(), Empty::refused, skin.name,
                    "inverse bind matrices");
    for (const int joint : skin.joints)
        if (joint == no_index || !findings.index(joint, rig.nodes.size(), skin.name, "joint")) {
            if (joint == no_index) findings.fault("index", skin.name, "A joint of a skin is no node");
            break;
        }
    const auto unusable = std::ranges::count_if(skin.inverse_bind, [](const glm::mat4& matrix) {
        return !all_finite(matrix) || glm::determinant(glm::mat3(matrix)) == 0;
    });
    findings.count(static_cast<std::size_t>(unusable), skin.inverse_bind.size(), "inverse-bind", skin.name,
                   "inverse bind matrices are degenerate");
}

void check_material(const Rig& rig, const Material& material, FindingList& findings) {
    for (const TextureUse* use :
         {&material.base_colour_texture, &material.metallic_roughness_texture, &material.normal_texture,
          &material.occlusion_texture, &material.emissive_texture}) {
        findings.index(use->texture, rig.textures.size(), material.name, "texture");
        if (use->uv_set < 0 || use->uv_set > 1)
            findings.fault(
                "index", material.name,
                fmt::format("{}: it asks for texture coordinates {}", printable(material.name), use->uv_set));
    }
}

std::size_t components(const Rig& rig, const AnimationChannel& channel) {
    switch (channel.property) {
    case AnimatedProperty::translation:
    case AnimatedProperty::scale:
        return 3;
    case AnimatedProperty::rotation:
        return 4;
    case AnimatedProperty::weights: {
        const int mesh = rig.nodes[size_of(channel.node)].mesh;
        return mesh == no_index ? 0 : rig.meshes[size_of(mesh)].target_names.size();
    }
    }
    return 0;
}

void check_animation(const Rig& rig, const Animation& animation, FindingList& findings) {
    for (const AnimationChannel& channel : animation.channels) {
        if (channel.node == no_index ||
            !findings.index(channel.node, rig.nodes.size(), animation.name, "node")) {
            if (channel.node == no_index)
                findings.fault("index", animation.name, "A channel of an animation moves no node");
            continue;
        }
        const bool rising =
            std::ranges::all_of(channel.times, [](float t) { return std::isfinite(t); }) &&
            std::ranges::adjacent_find(channel.times, std::ranges::greater_equal()) == channel.times.end();
        if (!rising)
            findings.fault("key-times", animation.name,
                           fmt::format("{}: key times do not rise", printable(animation.name)));
        const std::size_t tangents = channel.interpolation == Interpolation::cubic_spline ? 3 : 1;
        findings.length(channel.values.size(), channel.times.size() * tangents * components(rig, channel),
                        Empty::refused, animation.name, "animated numbers");
        if (!std::ranges::all_of(channel.values, [](float v) { return std::isfinite(v); }))
            findings.fault("not-finite", animation.name,
                           fmt::format("{}: a key is not a number", printable(animation.name)));
    }
}

void check_expression_lists(const Rig& rig, FindingList& findings) {
    std::set<std::string> names;
    for (const Expression& expression : rig.expressions) {
        if (!names.insert(expression.name).second)
            findings.fault("name-twice", expression.name,
                           fmt::format("Two expressions are called {}", printable(expression.name)));
        findings.index(expression.vrm, rig.vrm ? rig.vrm->expressions.size() : 0, expression.name,
                       "VRM expression");
        for (const TargetRef& ref : expression.targets) {
            const bool mesh =
                ref.mesh != no_index && findings.index(ref.mesh, rig.meshes.size(), expression.name, "mesh");
            if (mesh)
                findings.index(ref.target, rig.meshes[size_of(ref.mesh)].target_names.size(), expression.name,
                               "morph target");
            if (ref.mesh == no_index || ref.target == no_index || !std::isfinite(ref.weight))
                findings.fault("index", expression.name,
                               fmt::format("{}: it names no morph target", printable(expression.name)));
        }
    }
    if (rig.vrm)
        for (const auto& [bone, node] : rig.vrm->bones) findings.index(node, rig.nodes.size(), bone, "node");
}

} // namespace

std::vector<RigFinding> check_structure(const Rig& rig) {
    FindingList findings;
    check_hierarchy(rig, findings);
    for (const Node& node : rig.nodes) check_node(rig, node, findings);
    for (const Skin& skin : rig.skins) check_skin(rig, skin, findings);
    check_vertices(rig, findings);
    for (const Material& material : rig.materials) check_material(rig, material, findings);
    for (const Animation& animation : rig.animations) check_animation(rig, animation, findings);
    check_expression_lists(rig, findings);
    return findings.take();
}

} // namespace mien
