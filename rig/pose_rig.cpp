// pose_rig(): controls -> expressions, sliders, head and eyes -> a posed rig.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <numbers>

#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>

#include "rig/skeleton.h"
#include "rig/transform.h"
#include "rig/vrm_rules.h"

namespace mien {
namespace {

constexpr float neck_share = 0.4f; // the head turns the rest; the sum is exact

/// Adds the expressions to the rest weights of every node that carries their meshes.
void apply_expressions(const Rig& rig, const std::vector<float>& weights, LocalPose& pose) {
    std::vector<std::vector<float>> sums(rig.meshes.size());
    for (std::size_t m = 0; m < rig.meshes.size(); ++m) sums[m].resize(rig.meshes[m].target_names.size(), 0);
    for (std::size_t e = 0; e < weights.size() && e < rig.expressions.size(); ++e)
        for (const TargetRef& ref : rig.expressions[e].targets)
            sums[static_cast<std::size_t>(ref.mesh)][static_cast<std::size_t>(ref.target)] +=
                weights[e] * ref.weight;
    for (std::size_t n = 0; n < rig.nodes.size(); ++n) {
        if (rig.nodes[n].mesh == no_index) continue;
        const std::vector<float>& added = sums[static_cast<std::size_t>(rig.nodes[n].mesh)];
        std::vector<float>& weight = pose.morph_weights[n];
        for (std::size_t t = 0; t < weight.size(); ++t) weight[t] += added[t] * (1 - weight[t]);
    }
}

/// What all sliders together do to one bone. Sums and products: the order of the parts does not matter.
struct BoneChange {
    glm::vec3 position{0};
    glm::vec3 rotation{0}; ///< axis times degrees
    glm::vec3 scale{1};
};

void add_bone(const FaceBone& bone, float slider, BoneChange& change) {
    const float value = bone.start + (bone.end - bone.start) * slider;
    const int channel = static_cast<int>(bone.channel);
    const int axis = channel % 3;
    switch (channel / 3) {
    case 0:
        change.position[axis] += value;
        break;
    case 1:
        change.rotation[axis] += value;
        break;
    default:
        change.scale[axis] *= value;
        break;
    }
}

glm::quat from_rotation_vector(const glm::vec3& degrees) {
    const float angle = glm::length(degrees);
    if (!(angle > 0)) return {1, 0, 0, 0};
    return glm::angleAxis(angle * std::numbers::pi_v<float> / 180, degrees / angle);
}

void apply_sliders(const FaceGroups& groups, const std::vector<float>& sliders, LocalPose& pose) {
    std::map<int, BoneChange> changes; // by node
    std::size_t index = 0;
    for (const FaceGroup& group : groups.groups)
        for (const FacePart& part : group.parts) {
            const float slider = index < sliders.size() ? sliders[index] : part.rest;
            ++index;
            for (const FaceBone& bone : part.bones)
                if (bone.node != no_index) add_bone(bone, slider, changes[bone.node]);
        }
    for (const auto& [node, change] : changes) {
        const auto n = static_cast<std::size_t>(node);
        pose.translation[n] += change.position;
        pose.rotation[n] = glm::normalize(pose.rotation[n] * from_rotation_vector(change.rotation));
        pose.scale[n] *= change.scale;
        pose.changed[n] = true;
    }
}

/// Turns a joint and all below it by a rotation in model space as it is at rest. A chain of such turns about
/// one axis adds up exactly.
void turn(const Rig& rig, const PosedRig& rest, int node, const glm::quat& rotation, LocalPose& pose) {
    if (node == no_index) return;
    const auto n = static_cast<std::size_t>(node);
    const int parent = rig.nodes[n].parent;
    const glm::quat frame = parent == no_index
                                ? glm::quat(1, 0, 0, 0)
                                : decompose(rest.world[static_cast<std::size_t>(parent)]).rotation;
    pose.rotation[n] = glm::normalize(glm::conjugate(frame) * rotation * frame * pose.rotation[n]);
    pose.changed[n] = true;
}

/// Controls speak of a face that looks along +z.
glm::quat in_model(const Rig& rig, const glm::quat& rotation) {
    const glm::quat front = glm::angleAxis(rig.front_yaw, glm::vec3(0, 1, 0));
    return front * rotation * glm::conjugate(front);
}

glm::quat part_of(const glm::quat& rotation, float share) {
    return glm::slerp(glm::quat(1, 0, 0, 0), rotation, share);
}

void turn_head(const Rig& rig, const PosedRig& rest, const HeadJoints& joints, const glm::quat& rotation,
               LocalPose& pose) {
    if (joints.neck != no_index && joints.head != no_index) {
        turn(rig, rest, joints.neck, part_of(rotation, neck_share), pose);
        turn(rig, rest, joints.head, part_of(rotation, 1 - neck_share), pose);
    } else {
        turn(rig, rest, joints.head != no_index ? joints.head : joints.neck, rotation, pose);
    }
}

/// Moves everything: in model space, after the pose.
void move_scene(const glm::mat4& matrix, PosedRig& posed) {
    for (glm::mat4& world : posed.world) world = matrix * world;
    for (std::vector<glm::mat4>& joints : posed.joint_matrices)
        for (glm::mat4& joint : joints) joint = matrix * joint;
}

} // namespace

PosedRig pose_rig(const Rig& rig, const FaceGroups& groups, const HeadJoints& joints,
                  const RigControls& controls) {
    const glm::quat identity(1, 0, 0, 0);
    LocalPose pose = rest_pose(rig);
    const VrmEffect effect = apply_vrm_rules(rig, controls.expressions);
    apply_expressions(rig, effect.expressions, pose);
    apply_sliders(groups, controls.sliders, pose);

    const bool has_head = joints.neck != no_index || joints.head != no_index;
    const glm::quat head = in_model(rig, controls.head);
    if ((has_head && controls.head != identity) || controls.left_eye != identity ||
        controls.right_eye != identity) {
        const PosedRig rest = evaluate(rig, rest_pose(rig));
        if (has_head) turn_head(rig, rest, joints, head, pose);
        turn(rig, rest, joints.left_eye, part_of(in_model(rig, controls.left_eye), effect.gaze), pose);
        turn(rig, rest, joints.right_eye, part_of(in_model(rig, controls.right_eye), effect.gaze), pose);
    }
    PosedRig posed = evaluate(rig, pose);

    const glm::vec3 offset = glm::angleAxis(rig.front_yaw, glm::vec3(0, 1, 0)) * controls.head_offset;
    if (!has_head || offset != glm::vec3(0)) {
        glm::mat4 scene = glm::translate(glm::mat4(1), offset);
        if (!has_head)
            scene = glm::translate(scene, joints.centre) * glm::mat4_cast(head) *
                    glm::translate(glm::mat4(1), -joints.centre);
        move_scene(scene, posed);
    }
    return posed;
}

} // namespace mien
