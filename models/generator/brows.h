#pragma once

#include "models/generator/shapes.h"

namespace mien::head {

/// Eyebrows: a tapering ridge on the brow, made of short overlapping hairs in its texture (as hair.h).
[[nodiscard]] Piece make_brows();

/// Upper and lower lashes: tufts that stand on the lids' rims.
[[nodiscard]] Piece make_lashes();

} // namespace mien::head
