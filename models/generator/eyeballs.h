#pragma once

#include "models/generator/shapes.h"

namespace mien::head {

/// Both eyeballs: spheres about their joints, looking along +z. Texture: straight ahead is its middle, the
/// distance from there grows with the angle (eye_texture_radius).
[[nodiscard]] Piece make_eyeballs();

/// Distance from the texture's middle, 0..0.5, at this angle from the line of sight.
[[nodiscard]] double eye_texture_radius(double angle);

} // namespace mien::head
