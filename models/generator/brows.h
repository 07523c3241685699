#pragma once

#include "models/generator/shapes.h"

namespace mien::head {

/// Eyebrows: a tapering ridge on the brow, made of short overlapping hairs in its texture (as hair.h).
[[nodiscard]] Piece make_brows();

/// Upper lashes: blades that stand on the lid's rim.
[[nodiscard]] Piece make_lashes();

/// The shadow that lids and lashes cast on the eyeball: a transparent film before it, spanned between the
/// lids. Texture: u from the inner to the outer corner, v from the upper lid down.
[[nodiscard]] Piece make_eye_shades();

} // namespace mien::head
