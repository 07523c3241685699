// A rig without its morph targets. Any thread.
#pragma once

#include "rig/rig.h"

namespace mien {

/// The same rig with neither morph targets nor expressions, nor the animation of either. The rest shape is
/// that of the vertex buffers: default weights go too.
[[nodiscard]] Rig without_morphs(Rig rig);

} // namespace mien
