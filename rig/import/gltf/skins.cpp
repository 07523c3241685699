#include "rig/import/gltf/skins.h"

#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

namespace mien::gltf {
namespace {

Result<std::vector<int>> read_joints(const JsonObject& object, std::size_t node_count) {
    auto list = object.list("joints");
    if (!list) return pass_on(list);
    if ((*list)->empty()) return refuse("{}: it has no joints", object.place());
    std::vector<int> joints;
    for (const Json& value : **list) {
        std::uint64_t node = 0;
        if (!to_whole(value, node) || node >= node_count)
            return refuse("{}: joint {} is a node that does not exist, there are {}", object.place(),
                          joints.size(), node_count);
        joints.push_back(static_cast<int>(node));
    }
    return joints;
}

Result<std::vector<glm::mat4>> read_inverse_bind(Accessors& accessors, const JsonObject& object,
                                                 std::size_t accessor_count, std::size_t joint_count) {
    auto index = object.index("inverseBindMatrices", accessor_count);
    if (!index) return pass_on(index);
    if (*index == no_index) return std::vector<glm::mat4>(joint_count, glm::mat4(1));
    auto accessor = accessors.get(static_cast<std::size_t>(*index));
    if (!accessor) return pass_on(accessor);
    if (accessor->count() < joint_count)
        return refuse("{}: {} inverse bind matrices for {} joints", object.place(), accessor->count(),
                      joint_count);
    auto matrices = read_as<glm::mat4>(*accessor);
    if (matrices) matrices->resize(joint_count);
    return matrices;
}

/// The highest joint that a vertex of the mesh names; no_index where none of its vertices has joints.
int highest_joint(const Rig& rig, const Mesh& mesh) {
    int highest = no_index;
    for (const Primitive& primitive : mesh.primitives)
        for (const glm::u16vec4& joints :
             rig.vertex_buffers[static_cast<std::size_t>(primitive.vertices)].joints)
            highest = std::max({highest, int{joints.x}, int{joints.y}, int{joints.z}, int{joints.w}});
    return highest;
}

} // namespace

Result<void> read_skins(Document& document, Accessors& accessors, Rig& rig) {
    for (std::size_t i = 0; i < document.size(List::skins); ++i) {
        const JsonObject object = document.element(List::skins, i);
        Skin skin;
        skin.name = object.text("name", object.place());
        auto joints = read_joints(object, document.size(List::nodes));
        if (!joints) return pass_on(joints);
        skin.joints = std::move(*joints);
        const std::size_t bytes = skin.joints.size() * sizeof(glm::mat4);
        if (auto charged = document.budget.charge(bytes); !charged) return charged;
        auto matrices =
            read_inverse_bind(accessors, object, document.size(List::accessors), skin.joints.size());
        if (!matrices) return pass_on(matrices);
        skin.inverse_bind = std::move(*matrices);
        rig.skins.push_back(std::move(skin));
    }
    return {};
}

Result<void> check_skinned_nodes(Rig& rig, Report& report) {
    std::vector<int> highest;
    highest.reserve(rig.meshes.size());
    for (const Mesh& mesh : rig.meshes) highest.push_back(highest_joint(rig, mesh));
    for (std::size_t i = 0; i < rig.nodes.size(); ++i) {
        Node& node = rig.nodes[i];
        if (node.mesh == no_index || node.skin == no_index) continue;
        const Mesh& mesh = rig.meshes[static_cast<std::size_t>(node.mesh)];
        const int joint = highest[static_cast<std::size_t>(node.mesh)];
        if (joint == no_index) {
            report.warn("node {} ({}): it has a skin but its mesh {} is bound to no joints; drawn unskinned",
                        i, node.name, mesh.name);
            node.skin = no_index;
            continue;
        }
        const Skin& skin = rig.skins[static_cast<std::size_t>(node.skin)];
        if (static_cast<std::size_t>(joint) >= skin.joints.size())
            return refuse("mesh {} ({}): a vertex is bound to joint {} of {} in skin {}", node.mesh,
                          mesh.name, joint, skin.joints.size(), node.skin);
    }
    return {};
}

} // namespace mien::gltf
