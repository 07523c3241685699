#include "app/rig_inspect.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/rig_facts.h"
#include "rig/bone_path.h"
#include "rig/material_subsets.h"
#include "rig/printable_text.h"

namespace mien {
namespace {

std::string unmatched_names(const Mapping& mapping) {
    std::string names;
    for (const ChannelIndex channel : mapping.unmatched)
        names += (names.empty() ? "" : " ") + std::string(channel_names[channel]);
    return names;
}

std::string mesh_lines(const Rig& rig) {
    std::string text;
    for (std::size_t m = 0; m < rig.meshes.size(); ++m) {
        const Mesh& mesh = rig.meshes[m];
        for (std::size_t p = 0; p < mesh.primitives.size(); ++p) {
            const Primitive& primitive = mesh.primitives[p];
            text += fmt::format(
                "  {}.{} {}  {} vertices, {} triangles, {} targets\n", m, p, printable(mesh.name, 40),
                rig.vertex_buffers[static_cast<std::size_t>(primitive.vertices)].positions.size(),
                primitive.indices.size() / 3, mesh.target_names.size());
        }
    }
    return text;
}

std::string subset_lines(const Rig& rig) {
    std::string text = "  material                  first index   indices  first vertex  vertices\n";
    for (const MaterialSubset& subset : material_subsets(rig)) {
        const std::string name =
            subset.material == no_index
                ? "none"
                : printable(rig.materials[static_cast<std::size_t>(subset.material)].name, 24);
        text += fmt::format("  {:>2} {:<24} {:>9} {:>9} {:>13} {:>9}\n", subset.material, name,
                            subset.first_index, subset.index_count, subset.first_vertex, subset.vertex_count);
    }
    return text;
}

std::string vrm_lines(const VrmData& vrm) {
    std::string text = fmt::format("\nVRM {}\n", vrm.version == 0 ? "0.x" : "1.0");
    const auto line = [&text](const char* what, const std::string& value) {
        if (!value.empty()) text += fmt::format("  {:<10} {}\n", what, printable(value, 300));
    };
    line("title", vrm.title);
    line("author", vrm.author);
    line("licence", vrm.licence);
    text += fmt::format("  {} bones named, {} expressions\n", vrm.bones.size(), vrm.expressions.size());
    return text;
}

std::string joint_lines(const Avatar& avatar) {
    std::string text;
    for (const NamedJoint& joint : roles(avatar.joints))
        if (joint.node != no_index)
            text += fmt::format("  {:<10} {}\n", joint.role,
                                printable(avatar.rig.nodes[static_cast<std::size_t>(joint.node)].name));
    return text.empty() ? "  none found: the whole avatar turns\n" : text;
}

} // namespace

std::string inspect_text(const Avatar& avatar) {
    const Rig& rig = avatar.rig;
    const Counts counts = count(rig);
    const Box box = rest_box(rig);
    const glm::vec3 size = box.high - box.low;
    std::string text = fmt::format("{}\n", printable(rig.name));
    if (!rig.licence_line.empty()) text += fmt::format("  licence    {}\n", printable(rig.licence_line, 300));
    text += fmt::format("  size       {:.3g} x {:.3g} x {:.3g} m\n", size.x, size.y, size.z);
    text += fmt::format("  meshes     {} with {} primitives, {} vertices, {} triangles\n", rig.meshes.size(),
                        counts.primitives, counts.vertices, counts.triangles);
    text += fmt::format("  materials  {}; textures {} of {} read\n", rig.materials.size(),
                        counts.textures_read, rig.textures.size());
    text += fmt::format("  nodes      {}; skins {}\n", rig.nodes.size(), rig.skins.size());

    text += fmt::format("\nFace: {} of {} channels move something\n", driven_channels(avatar.mapping),
                        channel_count);
    text += fmt::format("  {}\n", report_on(avatar.mapping, rig).line());
    if (avatar.mapping.gaze_by_joints) text += "  gaze turns the eye joints\n";
    if (!avatar.mapping.unmatched.empty())
        text += fmt::format("  without effect: {}\n", unmatched_names(avatar.mapping));
    text += "\nJoints\n" + joint_lines(avatar);
    const std::vector<bool> bones = bones_of(rig);
    text += fmt::format("\nBones: {} of {} nodes\n", std::ranges::count(bones, true), rig.nodes.size());
    for (std::size_t n = 0; n < bones.size(); ++n)
        if (bones[n]) text += fmt::format("  {}\n", printable(bone_path(rig, static_cast<int>(n)), 400));
    text += "\nMeshes (mesh.primitive)\n" + mesh_lines(rig);
    text += "\nDrawn by material\n" + subset_lines(rig);
    if (rig.vrm) text += vrm_lines(*rig.vrm);

    text += fmt::format("\nExpressions: {} ({} morph targets)\n", rig.expressions.size(), counts.targets);
    for (const Expression& expression : rig.expressions)
        text += fmt::format(
            "  {}{}\n", printable(expression.name),
            expression.targets.size() > 1 ? fmt::format("  in {} meshes", expression.targets.size()) : "");
    text += fmt::format("\nFace groups: {} with {} sliders\n", avatar.groups.groups.size(),
                        avatar.groups.slider_count());
    for (const FaceGroup& group : avatar.groups.groups)
        for (const FacePart& part : group.parts)
            text += fmt::format("  {} / {}\n", printable(group.name), printable(part.name));
    text += fmt::format("\nAnimations: {}\n", rig.animations.size());
    for (std::size_t i = 0; i < rig.animations.size(); ++i)
        text += fmt::format("  {} {}  {:.2f} s\n", i, printable(rig.animations[i].name),
                            rig.animations[i].duration);
    for (const ReportLine& line : rig.report)
        if (line.kind == ReportLine::Kind::note) text += fmt::format("note: {}\n", printable(line.text, 400));
    return text;
}

} // namespace mien
