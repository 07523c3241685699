#pragma once

#include "base/image.h"
#include "models/generator/shapes.h"

namespace mien::head {

/// The head's base colour: skin in its shades, blush, freckles, lips, lid edges, the mouth's inside, and the
/// shadow that creases always have. `body` with its normals.
[[nodiscard]] Image paint_skin(const Piece& body);

} // namespace mien::head
