// Materials of formats that know a colour and how much light goes through, not what a surface is made of.
#pragma once

#include <string>
#include <utility>

#include "rig/import/srgb.h"
#include "rig/rig.h"

namespace mien {

/// What a plain shader of such formats looks like: no metal, rather rough. The colour is sRGB.
[[nodiscard]] inline Material plain_material(std::string name, const glm::vec3& colour, float opacity) {
    Material material;
    material.name = std::move(name);
    material.metallic = 0;
    material.roughness = 0.7f;
    material.base_colour = {srgb_to_linear(colour.x), srgb_to_linear(colour.y), srgb_to_linear(colour.z),
                            opacity};
    if (opacity < 1) material.alpha_mode = AlphaMode::blend;
    return material;
}

} // namespace mien
