#include "app/rig_choice.h"

#include <algorithm>
#include <charconv>
#include <string_view>

#include <fmt/format.h>

#include "rig/printable_text.h"

namespace mien {
namespace {

/// The first names of a list, for a message.
std::string listed(const std::vector<std::string>& names) {
    constexpr std::size_t most = 8;
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), most); ++i)
        text += (i > 0 ? ", " : "") + printable(names[i], 40);
    if (names.size() > most) text += fmt::format(" and {} more", names.size() - most);
    return text.empty() ? "none" : text;
}

} // namespace

Result<const Animation*> choose_animation(const Rig& rig, const std::string& choice) {
    std::size_t index = 0;
    const auto [end, error] = std::from_chars(choice.data(), choice.data() + choice.size(), index);
    if (error == std::errc{} && end == choice.data() + choice.size() && index < rig.animations.size())
        return &rig.animations[index];
    for (const Animation& animation : rig.animations)
        if (animation.name == choice) return &animation;
    // Blender puts the object in front: "Armature|Walk".
    for (const Animation& animation : rig.animations)
        if (!choice.empty() && animation.name.ends_with("|" + choice)) return &animation;
    std::vector<std::string> names;
    for (const Animation& animation : rig.animations) names.push_back(animation.name);
    return fail(ErrorCode::usage, "{} has no animation {}; it has: {}", rig.name, printable(choice),
                listed(names));
}

Result<std::vector<TargetRef>> choose_morph(const Rig& rig, const std::string& name) {
    std::vector<TargetRef> targets;
    std::vector<std::string> names;
    for (std::size_t mesh = 0; mesh < rig.meshes.size(); ++mesh) {
        const std::vector<std::string>& of_mesh = rig.meshes[mesh].target_names;
        for (std::size_t target = 0; target < of_mesh.size(); ++target) {
            if (of_mesh[target] == name)
                targets.push_back({static_cast<int>(mesh), static_cast<int>(target)});
            if (std::find(names.begin(), names.end(), of_mesh[target]) == names.end())
                names.push_back(of_mesh[target]);
        }
    }
    if (targets.empty())
        return fail(ErrorCode::usage, "{} has no morph target {}; it has: {}", rig.name, printable(name),
                    listed(names));
    return targets;
}

void set_morph(const Rig& rig, const std::vector<TargetRef>& targets, float weight, LocalPose& pose) {
    for (std::size_t node = 0; node < rig.nodes.size(); ++node)
        for (const TargetRef& target : targets)
            if (rig.nodes[node].mesh == target.mesh)
                pose.morph_weights[node][static_cast<std::size_t>(target.target)] = weight;
}

Result<std::size_t> choose_node(const Rig& rig, const std::string& name) {
    for (std::size_t node = 0; node < rig.nodes.size(); ++node)
        if (rig.nodes[node].name == name) return node;
    std::vector<std::string> names;
    for (const Node& node : rig.nodes) names.push_back(node.name);
    return fail(ErrorCode::usage, "{} has no joint {}; it has: {}", rig.name, printable(name), listed(names));
}

} // namespace mien
