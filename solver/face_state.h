// What the performer's face does at one moment: the head's pose and the 52 weights. A plain value.
#pragma once

#include <array>

#include "base/time.h"
#include "rig/arkit.h"

namespace mien {

/// Where the head is and how it is turned, relative to the camera: right-handed, x to the right in the
/// picture, y up, z towards the camera; the camera at the origin looks along -z. Position: metres, the middle
/// between the eyeballs' centres (z is negative in front of the camera). Rotation: R = Ry(yaw) Rx(pitch)
/// Rz(roll), degrees; +yaw turns to the performer's left (image right), +pitch looks down, +roll tips the
/// head to the performer's right shoulder (counter-clockwise in the picture). A face that looks parallel to
/// the camera's axis, wherever it is in the picture, has 0, 0, 0.
struct HeadPose {
    float x = 0;
    float y = 0;
    float z = 0;
    float pitch = 0;
    float yaw = 0;
    float roll = 0;
    bool operator==(const HeadPose&) const = default;
};

using Weights = std::array<float, channel_count>; ///< by ChannelIndex; 0 at rest, 1 full; data may go beyond

/// Where `tracked` is false pose and weights are zeros: holding and easing happen in what is shown and sent,
/// never here.
struct FaceState {
    Timestamp t;
    bool tracked = false;
    float quality = 0; ///< 0..1
    HeadPose head;
    Weights weights{};
    bool operator==(const FaceState&) const = default;
};

} // namespace mien
