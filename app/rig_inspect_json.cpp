#include <string>

#include <nlohmann/json.hpp>

#include "app/rig_facts.h"
#include "app/rig_inspect.h"
#include "rig/bone_path.h"
#include "rig/material_subsets.h"
#include "rig/printable_text.h"

namespace mien {
namespace {

using nlohmann::ordered_json;

const char* word_of(Shading shading) {
    switch (shading) {
    case Shading::metallic_roughness:
        return "metallic-roughness";
    case Shading::unlit:
        return "unlit";
    case Shading::toon:
        return "toon";
    }
    return "";
}

const char* word_of(AlphaMode mode) {
    switch (mode) {
    case AlphaMode::opaque:
        return "opaque";
    case AlphaMode::mask:
        return "mask";
    case AlphaMode::blend:
        return "blend";
    }
    return "";
}

std::string node_name(const Rig& rig, int node) {
    return to_valid_utf8(rig.nodes[static_cast<std::size_t>(node)].name);
}

ordered_json bones_json(const Rig& rig) {
    ordered_json list = ordered_json::array();
    const std::vector<bool> bones = bones_of(rig);
    for (std::size_t n = 0; n < bones.size(); ++n)
        if (bones[n])
            list.push_back({{"node", n},
                            {"name", node_name(rig, static_cast<int>(n))},
                            {"parent", rig.nodes[n].parent},
                            {"path", to_valid_utf8(bone_path(rig, static_cast<int>(n)))}});
    return list;
}

ordered_json meshes_json(const Rig& rig) {
    ordered_json list = ordered_json::array();
    for (std::size_t m = 0; m < rig.meshes.size(); ++m)
        for (std::size_t p = 0; p < rig.meshes[m].primitives.size(); ++p) {
            const Primitive& primitive = rig.meshes[m].primitives[p];
            const VertexBuffer& buffer = rig.vertex_buffers[static_cast<std::size_t>(primitive.vertices)];
            list.push_back({{"name", to_valid_utf8(rig.meshes[m].name)},
                            {"mesh", m},
                            {"primitive", p},
                            {"vertices", buffer.positions.size()},
                            {"triangles", primitive.indices.size() / 3},
                            {"targets", rig.meshes[m].target_names.size()},
                            {"material", primitive.material},
                            {"skinned", !buffer.joints.empty()}});
        }
    return list;
}

ordered_json materials_json(const Rig& rig) {
    ordered_json list = ordered_json::array();
    for (const Material& material : rig.materials)
        list.push_back({{"name", to_valid_utf8(material.name)},
                        {"shading", word_of(material.shading)},
                        {"alpha", word_of(material.alpha_mode)},
                        {"double_sided", material.double_sided},
                        {"base_colour_texture", material.base_colour_texture.texture}});
    return list;
}

ordered_json subsets_json(const Rig& rig) {
    ordered_json list = ordered_json::array();
    for (const MaterialSubset& subset : material_subsets(rig))
        list.push_back({{"material", subset.material},
                        {"first_index", subset.first_index},
                        {"index_count", subset.index_count},
                        {"first_vertex", subset.first_vertex},
                        {"vertex_count", subset.vertex_count},
                        {"node", subset.node},
                        {"mesh", subset.mesh},
                        {"primitive", subset.primitive}});
    return list;
}

ordered_json expressions_json(const Rig& rig) {
    ordered_json list = ordered_json::array();
    for (const Expression& expression : rig.expressions) {
        ordered_json targets = ordered_json::array();
        for (const TargetRef& target : expression.targets) targets.push_back({target.mesh, target.target});
        list.push_back({{"name", to_valid_utf8(expression.name)}, {"targets", targets}});
    }
    return list;
}

ordered_json parts_json(const FaceGroups& groups) {
    ordered_json list = ordered_json::array();
    for (const FaceGroup& group : groups.groups)
        for (const FacePart& part : group.parts) {
            ordered_json bones = ordered_json::array();
            for (const FaceBone& bone : part.bones) bones.push_back(to_valid_utf8(bone.path));
            list.push_back({{"group", to_valid_utf8(group.name)},
                            {"part", to_valid_utf8(part.name)},
                            {"rest", part.rest},
                            {"bones", bones}});
        }
    return list;
}

ordered_json vrm_json(const VrmData& vrm) {
    return {{"version", vrm.version == 0 ? "0.x" : "1.0"},
            {"title", to_valid_utf8(vrm.title)},
            {"author", to_valid_utf8(vrm.author)},
            {"licence", to_valid_utf8(vrm.licence)},
            {"bones", vrm.bones.size()},
            {"expressions", vrm.expressions.size()}};
}

ordered_json face_json(const Avatar& avatar) {
    ordered_json unmatched = ordered_json::array();
    for (const ChannelIndex channel : avatar.mapping.unmatched)
        unmatched.push_back(std::string(channel_names[channel]));
    return {{"channels_driven", driven_channels(avatar.mapping)},
            {"channels", channel_count},
            {"gaze_by_joints", avatar.mapping.gaze_by_joints},
            {"unmatched", unmatched}};
}

ordered_json counts_json(const Rig& rig) {
    const Counts counts = count(rig);
    return {{"nodes", rig.nodes.size()},          {"meshes", rig.meshes.size()},
            {"primitives", counts.primitives},    {"vertices", counts.vertices},
            {"triangles", counts.triangles},      {"morph_targets", counts.targets},
            {"skins", rig.skins.size()},          {"materials", rig.materials.size()},
            {"textures", rig.textures.size()},    {"textures_read", counts.textures_read},
            {"animations", rig.animations.size()}};
}

} // namespace

std::string inspect_json(const Avatar& avatar) {
    const Rig& rig = avatar.rig;
    const Box box = rest_box(rig);
    ordered_json json;
    json["name"] = to_valid_utf8(rig.name);
    json["licence"] = to_valid_utf8(rig.licence_line);
    if (rig.vrm) json["vrm"] = vrm_json(*rig.vrm);
    json["box"] = {{"low", {box.low.x, box.low.y, box.low.z}},
                   {"high", {box.high.x, box.high.y, box.high.z}}};
    json["counts"] = counts_json(rig);
    json["face"] = face_json(avatar);
    ordered_json& joints = json["joints"] = ordered_json::object();
    for (const NamedJoint& joint : roles(avatar.joints))
        if (joint.node != no_index) joints[joint.role] = node_name(rig, joint.node);
    json["expressions"] = expressions_json(rig);
    json["parts"] = parts_json(avatar.groups);
    json["bones"] = bones_json(rig);
    json["meshes"] = meshes_json(rig);
    json["materials"] = materials_json(rig);
    json["subsets"] = subsets_json(rig);
    ordered_json& animations = json["animations"] = ordered_json::array();
    for (const Animation& animation : rig.animations)
        animations.push_back({{"name", to_valid_utf8(animation.name)}, {"seconds", animation.duration}});
    ordered_json& report = json["report"] = ordered_json::array();
    for (const ReportLine& line : rig.report)
        report.push_back({{"kind", line.kind == ReportLine::Kind::warning ? "warning" : "note"},
                          {"text", to_valid_utf8(line.text)}});
    return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

} // namespace mien
