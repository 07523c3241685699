// The lights and the camera as the surface shaders read them. No GL here. Private to render/.
#pragma once

#include <array>

#include <glm/mat4x4.hpp>
#include <glm/vec4.hpp>

#include "render/camera.h"

namespace mien {

/// The uniform block `Scene` of shaders/scene.glsl: std140, which for mat4 and vec4 is C++'s own layout.
struct Scene {
    glm::mat4 view_projection{1};
    glm::vec4 eye{0};
    std::array<glm::vec4, 3> to_light{};
    std::array<glm::vec4, 3> light_colour{};
    glm::vec4 sky{0};
    glm::vec4 ground{0};
    glm::vec4 up{0};
};

/// A portrait's light: a large key from the viewer's upper left, a weak fill from the right, a rim from
/// behind. The lights stand round the camera and go with it: whichever way the avatar faces, what is looked
/// at is lit.
[[nodiscard]] Scene portrait_scene(const Camera& camera, float aspect);

} // namespace mien
