#include "render/scene.h"

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

namespace mien {

Scene portrait_scene(const Camera& camera, float aspect) {
    const glm::mat4 view = camera.view();
    const glm::mat4 world = glm::inverse(view);
    // Directions as a photographer gives them: right, up, towards the camera.
    const auto light = [&world](glm::vec3 direction, float wrap) {
        return glm::vec4(glm::normalize(glm::vec3(world * glm::vec4(direction, 0))), wrap);
    };
    Scene scene;
    scene.view_projection = camera.projection(aspect) * view;
    scene.eye = world[3];
    // Chosen by eye: a matte white ball just stays below 1 where the key meets it, and its darkest side above
    // 0.15.
    scene.to_light = {light({-0.5f, 0.55f, 0.75f}, 0.15f), light({0.8f, 0.05f, 0.55f}, 0.3f),
                      light({0.35f, 0.6f, -0.7f}, 0.0f)};
    scene.light_colour = {glm::vec4(0.66f, 0.645f, 0.62f, 0), glm::vec4(0.14f, 0.15f, 0.165f, 0),
                          glm::vec4(0.35f, 0.36f, 0.38f, 0)};
    scene.sky = glm::vec4(0.28f, 0.29f, 0.31f, 0);
    scene.ground = glm::vec4(0.14f, 0.13f, 0.12f, 0);
    scene.up = light({0, 1, 0}, 0);
    return scene;
}

} // namespace mien
