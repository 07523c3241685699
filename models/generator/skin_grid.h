// The topology of the skin: a grid of columns (from the face's middle round to the back's middle) and rows
// (from the collar to the crown) whose blocks are replaced by rings.
#pragma once

#include "models/generator/skin.h"

namespace mien::head {

/// Columns and rows where things are. Odd counts of cells on both sides of a feature are avoided so that its
/// corners lie on grid lines.
namespace grid {
inline constexpr int columns = 47;
inline constexpr int rows = 75;
inline constexpr Block mouth{0, 13, 17, 31};
inline constexpr Block nostril{1, 5, 33, 37};
inline constexpr Block eye{5, 21, 44, 58};
inline constexpr Block ear{29, 35, 38, 52};
} // namespace grid

/// Topology, texture map and a first rough place for each vertex: grid vertices on a hull of ellipses around
/// the head, rings shrunk towards the middle of their block.
[[nodiscard]] Skin make_skin_grid();

} // namespace mien::head
