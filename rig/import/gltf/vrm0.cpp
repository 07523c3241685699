// VRM 0.x: the extension VRM.
#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include <nlohmann/json.hpp>

#include "rig/import/gltf/vrm.h"
#include "rig/printable_text.h"

namespace mien::gltf {
namespace {

struct PresetName {
    std::string_view vrm0;
    std::string_view vrm1;
};
constexpr std::array presets = std::to_array<PresetName>({{"a", "aa"},
                                                          {"i", "ih"},
                                                          {"u", "ou"},
                                                          {"e", "ee"},
                                                          {"o", "oh"},
                                                          {"joy", "happy"},
                                                          {"angry", "angry"},
                                                          {"sorrow", "sad"},
                                                          {"fun", "relaxed"},
                                                          {"neutral", "neutral"},
                                                          {"blink", "blink"},
                                                          {"blink_l", "blinkLeft"},
                                                          {"blink_r", "blinkRight"},
                                                          {"lookup", "lookUp"},
                                                          {"lookdown", "lookDown"},
                                                          {"lookleft", "lookLeft"},
                                                          {"lookright", "lookRight"}});

std::string preset_of(const JsonObject& group) {
    const std::string name = group.text("presetName");
    const auto found = std::ranges::find(presets, std::string_view(name), &PresetName::vrm0);
    return found == presets.end() ? std::string() : std::string(found->vrm1);
}

BoundExpression read_group(Document& document, const JsonObject& group, const Rig& rig) {
    BoundExpression bound;
    bound.vrm.preset = preset_of(group);
    bound.vrm.name = group.text("name", bound.vrm.preset);
    bound.vrm.is_binary = group.flag("isBinary", false);
    bound.vrm.material_binds = static_cast<int>(group.list_or_empty("materialValues").size());
    for (const Json& value : group.list_or_empty("binds")) {
        const JsonObject bind(value, group.place());
        const auto mesh = bind.index("mesh", rig.meshes.size());
        if (!mesh || *mesh == no_index) {
            document.report.warn("VRM expression {}: a bind is left out: {}", printable(bound.vrm.name),
                                 mesh ? "it names no mesh" : mesh.error().message);
            continue;
        }
        auto target = read_bind(document, bound.vrm.name, bind, rig, *mesh);
        if (!target) continue;
        target->weight = bind.has("weight") ? target->weight / 100 : 1; // percent
        bound.targets.push_back(*target);
    }
    return bound;
}

float linear(float srgb) {
    return srgb <= 0.04045f ? srgb / 12.92f : std::pow((srgb + 0.055f) / 1.055f, 2.4f);
}

/// MToon as VRM 0.x keeps it: beside the materials, colours in sRGB.
void read_toon_materials(const JsonObject& vrm, Rig& rig) {
    const Json& list = vrm.list_or_empty("materialProperties");
    for (std::size_t i = 0; i < list.size() && i < rig.materials.size(); ++i) {
        const JsonObject properties(list[i], fmt::format("materialProperties {}", i));
        if (properties.text("shader") != "VRM/MToon") continue;
        Material& material = rig.materials[i];
        material.shading = Shading::toon;
        const auto shade = properties.object("vectorProperties").numbers<4>("_ShadeColor", {1, 1, 1, 1});
        if (shade) material.shade_colour = {linear((*shade)[0]), linear((*shade)[1]), linear((*shade)[2])};
    }
}

} // namespace

VrmContent read_vrm0(Document& document, const JsonObject& vrm, Rig& rig) {
    VrmContent content;
    content.data.version = 0;
    for (const Json& value : vrm.object("humanoid").list_or_empty("humanBones")) {
        const JsonObject bone(value, "humanBones");
        add_bone(document, bone.text("bone"), bone, rig, content.data);
    }
    const JsonObject first_person = vrm.object("firstPerson");
    content.data.look_limits = {look_limit(first_person, "lookAtHorizontalInner", "yRange"),
                                look_limit(first_person, "lookAtHorizontalOuter", "yRange"),
                                look_limit(first_person, "lookAtVerticalDown", "yRange"),
                                look_limit(first_person, "lookAtVerticalUp", "yRange")};
    const std::string look_at = first_person.text("lookAtTypeName");
    if (look_at == "Bone") content.data.look_at = VrmLookAt::bone;
    if (look_at == "BlendShape") content.data.look_at = VrmLookAt::expression;

    const Json& groups = vrm.object("blendShapeMaster").list_or_empty("blendShapeGroups");
    for (std::size_t i = 0; i < groups.size(); ++i)
        content.expressions.push_back(
            read_group(document, JsonObject(groups[i], fmt::format("blendShapeGroup {}", i)), rig));

    const JsonObject meta = vrm.object("meta");
    content.data.title = meta.text("title");
    content.data.author = meta.text("author");
    content.data.licence = meta.text("licenseName");
    read_toon_materials(vrm, rig);
    return content;
}

} // namespace mien::gltf
