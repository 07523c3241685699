// The character as a VRM 1.0 avatar: a whole body's joints, the expressions that VRM programs know, and who
// may use it.
#pragma once

#include "models/generator/model.h"

namespace mien::head {

/// Adds joints without vertices where VRM demands limbs, puts the model on its feet, and adds the VRMC_vrm
/// extension: VRM's presets as mixtures of the 52 expressions, and those as custom expressions under their
/// own names.
[[nodiscard]] Model make_vrm(Model model);

} // namespace mien::head
