#pragma once

#include "models/generator/shapes.h"

namespace mien::head {

/// A jumper round neck and shoulders, closed at the collar, open below.
[[nodiscard]] Piece make_jumper();

} // namespace mien::head
