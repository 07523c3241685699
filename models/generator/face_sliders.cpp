#include "models/generator/face_sliders.h"

#include <array>

#include <nlohmann/json.hpp>

#include "models/generator/skeleton.h"

namespace mien::head {

namespace {

using nlohmann::json;
using enum SliderBone::Side;
using enum SliderBone::Kind;

/// A slider that goes both ways from the modelled face.
Slider two_way(std::string name, std::vector<SliderBone> bones) {
    return {std::move(name), 0.5, std::move(bones)};
}
/// From -most at 0 to +most at 1.
SliderBone shift(std::string bone, SliderBone::Side side, int axis, double most) {
    return {std::move(bone), side, position, axis, -most, most};
}
SliderBone turn(std::string bone, SliderBone::Side side, int axis, double most) {
    return {std::move(bone), side, rotation, axis, -most, most};
}
/// From 1 - most at 0 to 1 + most at 1.
SliderBone size(std::string bone, SliderBone::Side side, int axis, double most) {
    return {std::move(bone), side, scale, axis, 1 - most, 1 + most};
}
std::vector<SliderBone> all_axes(const std::string& bone, SliderBone::Side side, double most) {
    return {size(bone, side, 0, most), size(bone, side, 1, most), size(bone, side, 2, most)};
}

/// The mirror image of a movement: what points along x turns round, and so do turns about the other two axes.
double mirrored_sign(const SliderBone& bone) {
    if (bone.kind == position) return bone.axis == 0 ? -1 : 1;
    if (bone.kind == rotation) return bone.axis == 0 ? 1 : -1;
    return 1;
}

json bone_json(const SliderBone& bone, const std::string& name, double sign,
               const std::vector<Joint>& joints) {
    constexpr std::array<const char*, 3> kinds{"position", "rotation", "scale"};
    constexpr std::array<const char*, 3> axes{"_x", "_y", "_z"};
    const double unit = bone.kind == position ? 0.001 : 1.0; // metres
    // Rounded, so that the file reads as it was written.
    const auto number = [&](double v) { return std::round(v * sign * unit * 1e6) / 1e6; };
    return {{"path", joint_path(joints, name)},
            {"channel", std::string(kinds[std::size_t(bone.kind)]) + axes[std::size_t(bone.axis)]},
            {"start", number(bone.start)},
            {"end", number(bone.end)}};
}

json slider_json(const Slider& slider, const std::vector<Joint>& joints) {
    json bones = json::array();
    for (const SliderBone& bone : slider.bones) {
        if (bone.side == middle) bones.push_back(bone_json(bone, bone.bone, 1, joints));
        if (bone.side == both || bone.side == left)
            bones.push_back(bone_json(bone, "Left" + bone.bone, 1, joints));
        if (bone.side == both || bone.side == right)
            bones.push_back(bone_json(bone, "Right" + bone.bone, mirrored_sign(bone), joints));
    }
    return {{"name", slider.name}, {"rest", slider.rest}, {"bones", bones}};
}

} // namespace

std::vector<SliderGroup> character_sliders() {
    return {
        {"Head",
         {two_way("Face length", {size("LowerFace", middle, 1, 0.14)}),
          two_way("Face depth", {size("LowerFace", middle, 2, 0.07)}),
          two_way("Cheek fullness", {shift("Cheek", both, 0, 5), shift("Cheek", both, 2, 3.5)}),
          two_way("Cheek height", {shift("Cheek", both, 1, 5)})}},
        {"Eyes",
         {two_way("Eye size", all_axes("Orbit", both, 0.14)),
          two_way("Eye distance", {shift("Orbit", both, 0, 3.5), shift("InnerBrow", both, 0, 1.5)}),
          two_way("Eye height", {shift("Orbit", both, 1, 4)}),
          two_way("Eye tilt", {turn("Orbit", both, 2, 9)})}},
        {"Brows",
         {two_way("Brow height", {shift("InnerBrow", both, 1, 4.5), shift("OuterBrow", both, 1, 4.5)}),
          two_way("Brow tilt", {shift("InnerBrow", both, 1, -4), shift("OuterBrow", both, 1, 4)}),
          two_way("Brow distance", {shift("InnerBrow", both, 0, 3.5)})}},
        {"Nose",
         {two_way("Nose width", {shift("Nostril", both, 0, 3.5), size("Nose", middle, 0, 0.16)}),
          two_way("Nose length", {shift("Nose", middle, 1, -4), size("Nose", middle, 1, 0.12)}),
          two_way("Nose height", {shift("Nose", middle, 2, 5)}),
          two_way("Nose tip", {turn("Nose", middle, 0, -11)})}},
        {"Mouth",
         {two_way("Mouth width", {shift("LipCorner", both, 0, 7), shift("UpperLip", both, 0, 2.5),
                                  shift("LowerLip", both, 0, 2.5)}),
          two_way("Lip fullness", {size("UpperLip", middle, 1, 0.28), size("UpperLip", both, 1, 0.28),
                                   size("LowerLip", middle, 1, 0.28), size("LowerLip", both, 1, 0.28),
                                   shift("UpperLip", middle, 2, 1.5), shift("UpperLip", both, 2, 1.5),
                                   shift("LowerLip", middle, 2, 1.5), shift("LowerLip", both, 2, 1.5)}),
          two_way("Mouth corners", {shift("LipCorner", both, 1, 5)})}},
        {"Jaw",
         {two_way("Jaw width", {shift("JawAngle", both, 0, 9)}),
          two_way("Chin length", {shift("Chin", middle, 1, -7)}),
          two_way("Chin width", {size("Chin", middle, 0, 0.3)}),
          two_way("Chin projection", {shift("Chin", middle, 2, 6)})}},
        {"Ears",
         {two_way("Ear size", all_axes("Ear", both, 0.25)),
          two_way("Ear angle", {turn("Ear", both, 1, 18)})}},
    };
}

std::string face_groups_json(const std::vector<SliderGroup>& groups, const std::vector<Joint>& joints) {
    json list = json::array();
    for (const SliderGroup& group : groups) {
        json parts = json::array();
        for (const Slider& slider : group.sliders) parts.push_back(slider_json(slider, joints));
        list.push_back({{"name", group.name}, {"parts", parts}});
    }
    return json{{"version", 1}, {"groups", list}}.dump();
}

} // namespace mien::head
