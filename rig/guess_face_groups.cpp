// guess_face_groups(): a first set of sliders for a rig that has none of its own.
#include <cmath>

#include <glm/gtc/quaternion.hpp>

#include "rig/bone_path.h"
#include "rig/face_groups.h"
#include "rig/skeleton.h"
#include "rig/transform.h"

namespace mien {
namespace {

// Chosen by eye on Ready Player Me, Character Creator and Blender rigs: a wide open mouth, and features that
// stay believable at the end of their slider.
constexpr float jaw_open_degrees = 22;
constexpr float eye_size = 1.3f;
constexpr float head_size = 1.25f;

FaceBone bone(const Rig& rig, int node, BoneChannel channel, float start, float end) {
    return {bone_path(rig, node), node, channel, start, end};
}

BoneChannel channel_of(BoneChannel first, int axis) {
    return static_cast<BoneChannel>(static_cast<int>(first) + axis);
}

/// A rotation about the line through both ears, seen in the jaw's own axes, which makers point anywhere.
FacePart jaw_open(const Rig& rig, int jaw) {
    constexpr float negligible = 0.02f;
    const PosedRig rest = evaluate(rig, rest_pose(rig));
    const glm::quat world = decompose(rest.world[static_cast<std::size_t>(jaw)]).rotation;
    const glm::vec3 across = glm::angleAxis(rig.front_yaw, glm::vec3(0, 1, 0)) * glm::vec3(1, 0, 0);
    const glm::vec3 axis = glm::conjugate(world) * across;
    FacePart part{"Jaw open", 0, {}};
    for (int i = 0; i < 3; ++i)
        if (std::abs(axis[i]) > negligible)
            part.bones.push_back(
                bone(rig, jaw, channel_of(BoneChannel::rotation_x, i), 0, jaw_open_degrees * axis[i]));
    return part;
}

FacePart size_of(const Rig& rig, const char* name, std::initializer_list<int> nodes, float largest) {
    FacePart part{name, 0, {}};
    for (const int node : nodes)
        for (int axis = 0; axis < 3; ++axis)
            part.bones.push_back(bone(rig, node, channel_of(BoneChannel::scale_x, axis), 1, largest));
    return part;
}

} // namespace

FaceGroups guess_face_groups(const Rig& rig) {
    const HeadJoints joints = find_head_joints(rig);
    FaceGroups guessed;
    if (joints.jaw != no_index) guessed.groups.push_back({"Mouth", {jaw_open(rig, joints.jaw)}});
    if (joints.left_eye != no_index && joints.right_eye != no_index)
        guessed.groups.push_back(
            {"Eyes", {size_of(rig, "Eye size", {joints.left_eye, joints.right_eye}, eye_size)}});
    if (joints.head != no_index)
        guessed.groups.push_back({"Head", {size_of(rig, "Head size", {joints.head}, head_size)}});
    return guessed;
}

} // namespace mien
