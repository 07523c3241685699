#include "gui/orbit.h"

#include <algorithm>
#include <cmath>

#include <glm/trigonometric.hpp>
#include <glm/vec4.hpp>

namespace mien::gui {

namespace {
constexpr float steepest_degrees = 85;
// How far one can come nearer and go away, as factors on the distance that frames the head.
constexpr float nearest = 0.1f;
constexpr float farthest = 30;
} // namespace

Camera orbited(Camera camera, float yaw_degrees, float pitch_degrees) {
    camera.yaw = std::remainder(camera.yaw + yaw_degrees, 360.0f);
    camera.pitch = std::clamp(camera.pitch + pitch_degrees, -steepest_degrees, steepest_degrees);
    return camera;
}

Camera panned(Camera camera, float x, float y) {
    const float height = 2 * camera.distance * std::tan(glm::radians(camera.vertical_fov) / 2);
    const glm::mat4 view = camera.view();
    const glm::vec3 right(view[0][0], view[1][0], view[2][0]);
    const glm::vec3 up(view[0][1], view[1][1], view[2][1]);
    camera.target -= (right * x + up * y) * height;
    return camera;
}

Camera zoomed(Camera camera, float factor, float framed_distance) {
    camera.distance =
        std::clamp(camera.distance / factor, framed_distance * nearest, framed_distance * farthest);
    return camera;
}

} // namespace mien::gui
