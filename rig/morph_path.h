// In-between shapes: one weight becomes those of the shapes on its way. Any thread.
#pragma once

#include <vector>

#include "rig/rig.h"

namespace mien {

/// Replaces the weight of each target that has a path by the weights of its shapes. `weights`: one per target
/// of the mesh; empty lists stay so.
void follow_paths(const Mesh& mesh, std::vector<float>& weights);

} // namespace mien
