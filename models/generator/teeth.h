#pragma once

#include "models/generator/shapes.h"

namespace mien::head {

/// Two rows of fourteen teeth.
[[nodiscard]] Piece make_teeth();
/// Gums and tongue.
[[nodiscard]] Piece make_gums_and_tongue();

} // namespace mien::head
