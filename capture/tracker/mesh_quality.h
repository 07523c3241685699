// How far the points of a frame can be trusted.
#pragma once

#include "capture/tracker/face_finder.h"

namespace mien {

/// What the quality is judged by besides the look itself.
struct MeshCircumstances {
    int image_width = 0;
    int image_height = 0;
    /// Of the face's middle since the last frame, in face heights a second; 0 where it was not tracked.
    float speed = 0;
};

/// 0..1: 1 where nothing is wrong. Falls with the network's own score, the misfit of the rigid points (a hand
/// in front, a wrong find), fast motion (blur), a small face, points outside the picture, darkness, and a
/// head turned into profile.
[[nodiscard]] float mesh_quality(const MeshLook& look, const MeshCircumstances& circumstances);

} // namespace mien
