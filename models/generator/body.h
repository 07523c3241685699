#pragma once

#include "models/generator/shapes.h"
#include "models/generator/skin.h"

namespace mien::head {

/// The whole skin: both halves, welded in front, with a texture seam behind.
[[nodiscard]] Piece make_body(const Skin& skin);

} // namespace mien::head
