// From displacement fields to morph targets.
#pragma once

#include <span>

#include "models/generator/expressions.h"
#include "models/generator/shapes.h"

namespace mien::head {

/// Sets the piece's normals and gives it a target for each expression that moves any of its vertices. Left
/// and right targets are mirror images to the bit where the piece is symmetric.
void add_targets(Piece& piece, std::span<const Movement> movements);

} // namespace mien::head
