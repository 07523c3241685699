// The promises of rig/rig.h about meshes, vertex buffers and morph targets.
#pragma once

#include "rig/check/finding_list.h"
#include "rig/rig.h"

namespace mien {

/// Needs no promise to hold. Buffers are named by the first mesh that draws from them.
void check_vertices(const Rig& rig, FindingList& findings);

} // namespace mien
