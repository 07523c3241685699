// Hair, brows and lashes.
#pragma once

#include "models/generator/shapes.h"

namespace mien::head {

/// A cap over the scalp and, on it, locks that overlap like shingles. Not symmetric: it is combed to one
/// side. Texture: u across the strands, v from the root (0) to the tip (1).
[[nodiscard]] Piece make_hair();

} // namespace mien::head
