// What drives a rig at one moment, after retargeting: indices into this rig's own lists. A plain value.
#pragma once

#include <vector>

#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

namespace mien {

/// Lists may be shorter than the rig's: what is missing is at rest.
struct RigControls {
    std::vector<float> expressions; ///< by Rig::expressions; 0 rest, 1 full, not clamped
    std::vector<float> sliders;     ///< by FaceGroups' flat slider number (rig/face_groups.h), 0..1
    glm::quat head{1, 0, 0,
                   0}; ///< of the head against the body, in model space; shared between neck and head joints
    glm::vec3 head_offset{0}; ///< metres, model space: how far the head moved from its centre
    glm::quat left_eye{
        1, 0, 0,
        0}; ///< of the eye against the head, in model space at rest; used where the rig turns eyes by joints
    glm::quat right_eye{1, 0, 0, 0};
    bool operator==(const RigControls&) const = default;
};

} // namespace mien
