#include "models/generator/vrm.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "models/generator/skeleton.h"

namespace mien::head {

namespace {

using nlohmann::json;

/// Millimetres below the base of the neck; of a person of 1.70 m.
constexpr double ground = 1378;

struct Limb {
    const char* name;
    const char* parent;
    const char* vrm_name;
    Vec3 position; ///< of the left one
};
constexpr std::array limbs{
    Limb{"UpperLeg", "Hips", "UpperLeg", {90, -490, -22}},
    Limb{"LowerLeg", "UpperLeg", "LowerLeg", {90, -905, -20}},
    Limb{"Foot", "LowerLeg", "Foot", {90, -1300, -28}},
    Limb{"UpperArm", "Spine", "UpperArm", {150, -60, -36}},
    Limb{"LowerArm", "UpperArm", "LowerArm", {410, -60, -36}},
    Limb{"Hand", "LowerArm", "Hand", {660, -60, -36}},
};

void add_limbs(std::vector<Joint>& joints) {
    joints[std::size_t(joint_number(joints, "Hips"))].position = {0, -448, -22};
    for (const std::string side : {"Left", "Right"})
        for (const Limb& limb : limbs) {
            const bool trunk = std::string(limb.parent) == "Hips" || std::string(limb.parent) == "Spine";
            joints.push_back({side + limb.name,
                              joint_number(joints, trunk ? limb.parent : side + limb.parent),
                              side == "Left" ? limb.position : mirrored(limb.position)});
        }
}

json human_bones(const std::vector<Joint>& joints) {
    json bones;
    const auto add = [&](const std::string& vrm_name, const std::string& joint) {
        bones[vrm_name] = {{"node", joint_number(joints, joint)}}; // the writer numbers joints as nodes
    };
    add("hips", "Hips");
    add("spine", "Spine");
    add("neck", "Neck");
    add("head", "Head");
    add("jaw", "Jaw");
    add("leftEye", "LeftEye");
    add("rightEye", "RightEye");
    for (const Limb& limb : limbs) {
        add(std::string("left") + limb.vrm_name, std::string("Left") + limb.name);
        add(std::string("right") + limb.vrm_name, std::string("Right") + limb.name);
    }
    return bones;
}

using Mixture = std::vector<std::pair<std::string, double>>; ///< "LR" at the end stands for both sides

json binds(const Model& model, const Mixture& mixture) {
    json list = json::array();
    const auto add = [&](const std::string& name, double weight) {
        for (std::size_t p = 0; p < model.parts.size(); ++p) {
            const auto& targets = model.parts[p].targets;
            const auto found = std::ranges::find(targets, name, &Target::name);
            if (found != targets.end())
                list.push_back({{"node", model.joints.size() + p},
                                {"index", found - targets.begin()},
                                {"weight", weight}});
        }
    };
    for (const auto& [name, weight] : mixture) {
        if (!name.ends_with("LR")) {
            add(name, weight);
            continue;
        }
        const std::string stem = name.substr(0, name.size() - 2);
        add(stem + "Left", weight);
        add(stem + "Right", weight);
    }
    return list;
}

const std::vector<std::pair<std::string, Mixture>>& presets() {
    static const std::vector<std::pair<std::string, Mixture>> list{
        {"happy", {{"mouthSmileLR", 0.9}, {"cheekSquintLR", 0.6}, {"eyeSquintLR", 0.2}}},
        {"angry", {{"browDownLR", 1.0}, {"noseSneerLR", 0.4}, {"mouthPressLR", 0.4}, {"mouthFrownLR", 0.3}}},
        {"sad",
         {{"browInnerUp", 0.9}, {"mouthFrownLR", 0.8}, {"mouthShrugLower", 0.4}, {"eyeBlinkLR", 0.15}}},
        {"relaxed", {{"mouthSmileLR", 0.4}, {"eyeBlinkLR", 0.25}, {"browInnerUp", 0.15}}},
        {"surprised", {{"eyeWideLR", 0.9}, {"browInnerUp", 0.7}, {"browOuterUpLR", 0.8}, {"jawOpen", 0.35}}},
        {"aa", {{"jawOpen", 0.6}, {"mouthLowerDownLR", 0.1}}},
        {"ih",
         {{"jawOpen", 0.14}, {"mouthStretchLR", 0.35}, {"mouthLowerDownLR", 0.25}, {"mouthUpperUpLR", 0.15}}},
        {"ou", {{"jawOpen", 0.15}, {"mouthPucker", 0.75}}},
        {"ee",
         {{"jawOpen", 0.1}, {"mouthSmileLR", 0.45}, {"mouthLowerDownLR", 0.35}, {"mouthUpperUpLR", 0.25}}},
        {"oh", {{"jawOpen", 0.35}, {"mouthFunnel", 0.6}}},
        {"blink", {{"eyeBlinkLR", 1.0}}},
        {"blinkLeft", {{"eyeBlinkLeft", 1.0}}},
        {"blinkRight", {{"eyeBlinkRight", 1.0}}},
        {"lookUp", {{"eyeLookUpLR", 1.0}}},
        {"lookDown", {{"eyeLookDownLR", 1.0}}},
        {"lookLeft", {{"eyeLookOutLeft", 1.0}, {"eyeLookInRight", 1.0}}},
        {"lookRight", {{"eyeLookInLeft", 1.0}, {"eyeLookOutRight", 1.0}}},
    };
    return list;
}

json expressions(const Model& model) {
    json result;
    for (const auto& [name, mixture] : presets())
        result["preset"][name] = {{"isBinary", false}, {"morphTargetBinds", binds(model, mixture)}};
    std::set<std::string> names;
    for (const Part& part : model.parts)
        for (const Target& target : part.targets) names.insert(target.name);
    for (const std::string& name : names)
        result["custom"][name] = {{"isBinary", false}, {"morphTargetBinds", binds(model, {{name, 1.0}})}};
    return result;
}

json meta() {
    return {{"name", "Mien"},
            {"version", "1"},
            {"authors", {"the mien project"}},
            {"copyrightInformation", "CC0 1.0: no rights reserved"},
            {"licenseUrl", "https://vrm.dev/licenses/1.0/"},
            {"otherLicenseUrl", "https://creativecommons.org/publicdomain/zero/1.0/"},
            {"avatarPermission", "everyone"},
            {"allowExcessivelyViolentUsage", true},
            {"allowExcessivelySexualUsage", true},
            {"commercialUsage", "corporation"},
            {"allowPoliticalOrReligiousUsage", true},
            {"allowAntisocialOrHateUsage", true},
            {"creditNotation", "unnecessary"},
            {"allowRedistribution", true},
            {"modification", "allowModificationRedistribution"}};
}

json look_at() {
    // The eyes turn 30 degrees at weight 1 of a look expression.
    const json range{{"inputMaxValue", 30.0}, {"outputScale", 1.0}};
    return {{"type", "expression"},
            {"offsetFromHeadBone", {0.0, 0.05, 0.075}},
            {"rangeMapHorizontalInner", range},
            {"rangeMapHorizontalOuter", range},
            {"rangeMapVerticalDown", range},
            {"rangeMapVerticalUp", range}};
}

} // namespace

Model make_vrm(Model model) {
    model.name = "Mien (VRM)";
    model.height = ground;
    add_limbs(model.joints);
    model.extensions["VRMC_vrm"] = json{
        {"specVersion", "1.0"},
        {"meta", meta()},
        {"humanoid", {{"humanBones", human_bones(model.joints)}}},
        {"expressions", expressions(model)},
        {"lookAt", look_at()}}.dump();
    return model;
}

} // namespace mien::head
