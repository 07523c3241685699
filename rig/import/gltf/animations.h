// Animations. None of them can cost the rig: what is wrong is left out with a warning.
#pragma once

#include "rig/import/gltf/accessors.h"
#include "rig/rig.h"

namespace mien::gltf {

/// Fills rig.animations; an index of the file stays the same index in the rig. A channel of a node that does
/// not exist is left out; an animation whose keys do not fit keeps no channels. Nodes and meshes must be
/// there already.
void read_animations(Document& document, Accessors& accessors, Rig& rig);

} // namespace mien::gltf
