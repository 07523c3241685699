// Which way an avatar looks. Any thread.
#pragma once

#include "rig/rig.h"

namespace mien {

/// Radians about +y from +z to where the face looks at rest, a multiple of a quarter turn: pi for VRM 0.x;
/// else from where the parts that expressions of the face move stand in the head; else from where the eye
/// joints stand in front of the head joint; else 0, as glTF says.
[[nodiscard]] float guess_front_yaw(const Rig& rig);

} // namespace mien
