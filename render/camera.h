// Where the avatar is looked at from.
#pragma once

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "rig/posed_rig.h"
#include "rig/rig.h"
#include "rig/skeleton.h"

namespace mien {

/// An orbiting camera: looks at `target` from `distance`. A plain value.
struct Camera {
    glm::vec3 target{0};
    float distance = 1; ///< metres
    float yaw =
        0; ///< degrees; 0 looks along -z at the avatar's front, + moves the camera to the avatar's left
    float pitch = 0;         ///< degrees; + moves the camera up
    float vertical_fov = 24; ///< degrees: a portrait lens
    [[nodiscard]] glm::mat4 view() const;
    /// Near and far planes follow the distance.
    [[nodiscard]] glm::mat4 projection(float aspect) const;
};

enum class Framing : std::uint8_t { face, bust, full };

/// Frames the head (by its joint and the vertices that hang on it; by the vertices that morph; by the whole
/// rig, in that order), for any unit and any rest orientation, from its front. A rig without vertices gives
/// the default camera.
[[nodiscard]] Camera frame_rig(const Rig& rig, const HeadJoints& joints, Framing framing, float aspect);

} // namespace mien
