// A face made with sliders and weights as the new rest shape of a rig. Any thread.
#pragma once

#include "rig/posed_rig.h"
#include "rig/rig.h"

namespace mien {

/// The rig whose rest pose looks as `pose` does: the deformed vertices become the rest ones, with nodes, bind
/// matrices and joint weights as they were; morph targets are turned along and rest at 0 afterwards. Meshes
/// that several nodes carry become one for each node. A vertex whose place cannot be undone (a joint scaled
/// to nothing) stays as it was.
[[nodiscard]] Rig bake(const Rig& rig, const PosedRig& pose);

} // namespace mien
