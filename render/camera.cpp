#include "render/camera.h"

#include <cmath>

#include <glm/gtc/matrix_transform.hpp>

namespace mien {

glm::mat4 Camera::view() const {
    const float turn = glm::radians(yaw);
    const float lift = glm::radians(pitch);
    const glm::vec3 towards_camera(std::sin(turn) * std::cos(lift), std::sin(lift),
                                   std::cos(turn) * std::cos(lift));
    // The derivative of the direction by pitch: never parallel to it, so looking straight down works.
    const glm::vec3 up(-std::sin(turn) * std::sin(lift), std::cos(lift), -std::cos(turn) * std::sin(lift));
    return glm::lookAt(target + towards_camera * distance, target, up);
}

glm::mat4 Camera::projection(float aspect) const {
    // Chosen so that a 24 bit depth buffer still parts surfaces 1e-5 of the distance from each other.
    constexpr float near_share = 0.03f;
    constexpr float far_share = 60;
    return glm::perspective(glm::radians(vertical_fov), aspect, distance * near_share, distance * far_share);
}

} // namespace mien
