// An animation of the file at a moment, put into a pose. Any thread.
#pragma once

#include "rig/rig.h"
#include "rig/skeleton.h"

namespace mien {

/// Sets what the animation's channels say at `seconds` of their own time axis; what no channel touches stays.
/// Before the first key and after the last the nearest key holds. LINEAR rotations go along the shorter arc
/// at constant speed (slerp); CUBICSPLINE is Hermite's (glTF 2.0 appendix C); rotations end up unit.
void sample(const Rig& rig, const Animation& animation, float seconds, LocalPose& pose);

} // namespace mien
