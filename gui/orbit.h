// The mouse's and the keyboard's way of moving a Camera around an avatar.
#pragma once

#include "render/camera.h"

namespace mien::gui {

/// Degrees; pitch stops before the poles, where up would flip.
[[nodiscard]] Camera orbited(Camera camera, float yaw_degrees, float pitch_degrees);

/// Moves the target in the picture's plane by fractions of the picture's height: +x moves the avatar to the
/// right, +y up.
[[nodiscard]] Camera panned(Camera camera, float x, float y);

/// Factor > 1 comes nearer. Stays within reach of an avatar of the framed size `framed_distance`.
[[nodiscard]] Camera zoomed(Camera camera, float factor, float framed_distance);

} // namespace mien::gui
