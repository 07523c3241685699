// What a VRM file says about its avatar beyond glTF: which bones are which, expressions made of several morph
// targets, how the eyes look, who may use it. A plain value, part of a Rig.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace mien {

/// What an expression does to a group of others while it is active.
enum class VrmOverride : std::uint8_t {
    none,
    block, ///< the others are 0 as soon as this one is above 0
    blend, ///< the others are multiplied by 1 - this one
};

/// One expression ("blend shape group" in VRM 0.x). Its morph targets stand in Rig::expressions.
struct VrmExpression {
    std::string name;   ///< as in the file
    std::string preset; ///< VRM 1.0 name of the preset ("aa", "happy", "blinkLeft"); empty for custom ones
    bool is_binary = false; ///< only 0 or 1: above 0.5 counts as 1
    VrmOverride override_blink = VrmOverride::none;
    VrmOverride override_look_at = VrmOverride::none;
    VrmOverride override_mouth = VrmOverride::none;
    int material_binds = 0; ///< colours and texture offsets that it changes too; not shown by mien
    bool operator==(const VrmExpression&) const = default;
};

/// How the file wants its eyes turned.
enum class VrmLookAt : std::uint8_t { none, bone, expression };

/// How far the file lets its eyes go, the output of its range maps: degrees of an eye's turn where bones turn
/// it, weights where expressions do. 0 where the file does not say.
struct VrmLookLimits {
    float inward = 0; ///< towards the nose
    float outward = 0;
    float down = 0;
    float up = 0;
    bool operator==(const VrmLookLimits&) const = default;
};

struct VrmData {
    int version = 0;                  ///< 0 for VRM 0.x, 1 for VRM 1.0
    std::map<std::string, int> bones; ///< VRM 1.0 name ("head", "leftEye", "jaw") -> node
    VrmLookAt look_at = VrmLookAt::none;
    VrmLookLimits look_limits;
    std::vector<VrmExpression> expressions;
    std::string title;
    std::string author;
    std::string licence;
    bool operator==(const VrmData&) const = default;
};

} // namespace mien
