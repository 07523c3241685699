// From morph targets to what a person can drive.
#pragma once

#include "rig/rig.h"

namespace mien {

/// All morph targets of each name, over all meshes, in order of first appearance. In-betweens (Mesh::paths)
/// are none.
[[nodiscard]] std::vector<Expression> collect_expressions(const std::vector<Mesh>& meshes);

} // namespace mien
