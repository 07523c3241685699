// From rest pose, local changes and controls to a PosedRig.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

#include "rig/face_groups.h"
#include "rig/posed_rig.h"
#include "rig/rig.h"
#include "rig/rig_controls.h"

namespace mien {

/// Local transforms and morph weights that one may change before evaluating. Start from rest_pose().
struct LocalPose {
    std::vector<glm::vec3> translation; ///< by node
    std::vector<glm::quat> rotation;
    std::vector<glm::vec3> scale;
    std::vector<bool> changed; ///< by node: where the node has a matrix, it counts until this is set
    std::vector<std::vector<float>> morph_weights; ///< by node, as PosedRig::morph_weights
};

/// The file's rest pose with its default morph weights.
[[nodiscard]] LocalPose rest_pose(const Rig& rig);

/// World transforms and joint matrices of a local pose.
[[nodiscard]] PosedRig evaluate(const Rig& rig, const LocalPose& pose);

/// Which nodes are the neck, the head, the jaw and the eyes; no_index where there is none. Found by VRM
/// humanoid data or by name (Mixamo, Ready Player Me, VRoid, Blender, Character Creator and plain names);
/// which eye is the left one is then told by where they stand, as some makers mean the viewer's left.
struct HeadJoints {
    int neck = no_index;
    int head = no_index;
    int jaw = no_index;
    int left_eye = no_index;
    int right_eye = no_index;
    glm::vec3 centre{0}; ///< middle of the rest shape, model space: what a rig without head joint turns about
};
[[nodiscard]] HeadJoints find_head_joints(const Rig& rig);

/// Rest pose, then expressions, sliders, head (40 % neck, 60 % head where both exist; the whole scene turns
/// about its middle where the rig has neither) and eyes. What a rig lacks is left out. Rotations and offset
/// of the controls are of a face that looks along +z; they are turned for rigs that face elsewhere
/// (Rig::front_yaw). A morph target goes from its rest weight towards 1; several expressions on one target
/// add up. VRM rules are followed: binary expressions, and overrides of blinking, mouth and gaze.
[[nodiscard]] PosedRig pose_rig(const Rig& rig, const FaceGroups& groups, const HeadJoints& joints,
                                const RigControls& controls);

} // namespace mien
