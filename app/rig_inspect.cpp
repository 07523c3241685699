#include "app/rig_inspect.h"

#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>
#include <glm/common.hpp>
#include <nlohmann/json.hpp>

#include "rig/deform.h"
#include "rig/printable_text.h"

namespace mien {
namespace {

/// The rest pose's box, metres; zero without vertices.
struct Box {
    glm::vec3 low{0};
    glm::vec3 high{0};
};

Box rest_box(const Rig& rig) {
    Box box;
    bool first = true;
    for (const DeformedPrimitive& primitive : deform(rig, evaluate(rig, rest_pose(rig))))
        for (const glm::vec3& p : primitive.positions) {
            box.low = first ? p : glm::min(box.low, p);
            box.high = first ? p : glm::max(box.high, p);
            first = false;
        }
    return box;
}

struct Counts {
    std::size_t primitives = 0;
    std::size_t vertices = 0;
    std::size_t triangles = 0;
    std::size_t targets = 0;
    std::size_t textures_read = 0;
};

Counts count(const Rig& rig) {
    Counts counts;
    for (const Mesh& mesh : rig.meshes) {
        counts.primitives += mesh.primitives.size();
        counts.targets += mesh.target_names.size();
        for (const Primitive& primitive : mesh.primitives) counts.triangles += primitive.indices.size() / 3;
    }
    for (const VertexBuffer& buffer : rig.vertex_buffers) counts.vertices += buffer.positions.size();
    counts.textures_read = static_cast<std::size_t>(std::count_if(
        rig.textures.begin(), rig.textures.end(), [](const Texture& t) { return !t.picture.empty(); }));
    return counts;
}

/// Channels that move something: through a mapping row, or gaze through joints.
std::size_t driven_channels(const Mapping& mapping) {
    return channel_count - std::min(channel_count, mapping.unmatched.size());
}

struct NamedJoint {
    const char* role;
    int node;
};
std::array<NamedJoint, 5> roles(const HeadJoints& joints) {
    return {{{"neck", joints.neck},
             {"head", joints.head},
             {"jaw", joints.jaw},
             {"left eye", joints.left_eye},
             {"right eye", joints.right_eye}}};
}

std::string unmatched_names(const Mapping& mapping) {
    std::string names;
    for (const ChannelIndex channel : mapping.unmatched)
        names += (names.empty() ? "" : " ") + std::string(channel_names[channel]);
    return names;
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

std::string inspect_json(const Avatar& avatar) {
    using nlohmann::ordered_json;
    const Rig& rig = avatar.rig;
    const Counts counts = count(rig);
    const Box box = rest_box(rig);
    ordered_json json;
    json["name"] = to_valid_utf8(rig.name);
    json["licence"] = to_valid_utf8(rig.licence_line);
    json["box"] = {{"low", {box.low.x, box.low.y, box.low.z}},
                   {"high", {box.high.x, box.high.y, box.high.z}}};
    json["counts"] = {{"nodes", rig.nodes.size()},          {"meshes", rig.meshes.size()},
                      {"primitives", counts.primitives},    {"vertices", counts.vertices},
                      {"triangles", counts.triangles},      {"morph_targets", counts.targets},
                      {"skins", rig.skins.size()},          {"materials", rig.materials.size()},
                      {"textures", rig.textures.size()},    {"textures_read", counts.textures_read},
                      {"animations", rig.animations.size()}};
    ordered_json unmatched = ordered_json::array();
    for (const ChannelIndex channel : avatar.mapping.unmatched)
        unmatched.push_back(std::string(channel_names[channel]));
    json["face"] = {{"channels_driven", driven_channels(avatar.mapping)},
                    {"channels", channel_count},
                    {"gaze_by_joints", avatar.mapping.gaze_by_joints},
                    {"unmatched", unmatched}};
    ordered_json& joints = json["joints"] = ordered_json::object();
    for (const NamedJoint& joint : roles(avatar.joints))
        if (joint.node != no_index)
            joints[joint.role] = to_valid_utf8(rig.nodes[static_cast<std::size_t>(joint.node)].name);
    ordered_json& expressions = json["expressions"] = ordered_json::array();
    for (const Expression& expression : rig.expressions) {
        ordered_json targets = ordered_json::array();
        for (const TargetRef& target : expression.targets) targets.push_back({target.mesh, target.target});
        expressions.push_back({{"name", to_valid_utf8(expression.name)}, {"targets", targets}});
    }
    ordered_json& sliders = json["sliders"] = ordered_json::array();
    for (const FaceGroup& group : avatar.groups.groups)
        for (const FacePart& part : group.parts)
            sliders.push_back({{"group", to_valid_utf8(group.name)},
                               {"part", to_valid_utf8(part.name)},
                               {"bones", part.bones.size()}});
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
