// A drawn face that moves: pictures for trying things out without a camera, a file or a real person. An egg-
// shaped head with painted features, shaded, turned in space; no rig, no files. Plain functions, any thread;
// the same time gives the same picture.
#pragma once

#include "base/image.h"
#include "base/time.h"

namespace mien {

/// What the face does at one moment.
struct SyntheticPose {
    float yaw = 0;      ///< degrees, as solver/face_state.h: + turns to the performer's left (image right)
    float pitch = 0;    ///< degrees, + looks down
    float roll = 0;     ///< degrees, + counter-clockwise in the picture
    float x = 0;        ///< of the head's middle, pixels from the picture's middle, to the right
    float y = 0;        ///< upwards
    float jaw_open = 0; ///< 0..1, as the other shapes
    float smile = 0;
    float blink = 0;
    float brows_up = 0;
    float gaze = 0; ///< -1 image left .. 1 image right
};

/// A performance without end: smooth, every motion with a period of its own.
[[nodiscard]] SyntheticPose synthetic_pose(Timestamp t);

/// 640 x 480, rgb8.
[[nodiscard]] Image draw_synthetic_face(const SyntheticPose& pose);

} // namespace mien
