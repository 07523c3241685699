#pragma once

#include "models/generator/shapes.h"

namespace mien::head {

[[nodiscard]] Piece make_hair();
[[nodiscard]] Piece make_brows();

} // namespace mien::head
