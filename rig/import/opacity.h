// Opacities of formats whose exporters disagree about which end of the scale is opaque.
#pragma once

#include <vector>

#include "rig/import/report.h"
#include "rig/rig.h"

namespace mien {

/// Collada's transparency and OBJ's d are written the wrong way round by several exporters (3ds Max, old
/// Blender): an opaque material then comes out invisible. Where the other way round leaves fewer materials
/// invisible, all are turned; one that is invisible still is drawn opaque, for such are mistakes more often
/// than they are meant. Both are noted.
void mend_opacities(std::vector<Material>& materials, Report& report);

} // namespace mien
