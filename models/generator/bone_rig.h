#pragma once

#include "models/generator/model.h"

namespace mien::head {

/// The character without morph targets: its expressions are sliders of face bones.
[[nodiscard]] Model make_bone_rig(Model model);

} // namespace mien::head
