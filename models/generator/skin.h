// The skin as a mesh: topology first (a grid around head and neck with rings round eyes, mouth, nostrils and
// ear), then its vertices laid onto the sculpture. Left half, from the middle plane to the middle plane;
// the right half is made by mirroring (body.h).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "models/generator/vec.h"

namespace mien::head {

/// Loops of vertices from a hole in the grid inwards: rings[0] lies in the grid itself. All are equally long.
/// A closed loop begins at its inner (nose-side) middle and runs over the top; the mouth's loops are open,
/// from the upper middle of the face over the corner to the lower middle.
struct Rings {
    bool closed = true;
    std::vector<std::vector<int>> loops;
    int centre = -1; ///< the vertex that closes the innermost loop, where there is one
    [[nodiscard]] const std::vector<int>& inner() const { return loops.back(); }
};

/// Which part of the face a vertex was made for.
enum class Zone : std::uint8_t { face, eye, mouth, nostril, ear };

/// A rectangle of grid cells, in columns and rows.
struct Block {
    int column0, column1, row0, row1;
};

struct Skin {
    std::vector<Vec3> positions;
    std::vector<Vec2> map; ///< where a vertex lies in the unrolled grid, 0..1 both; the texture coordinates
    std::vector<Zone> zones;
    std::vector<int> ring;     ///< number of the loop in its zone, 0 in the grid
    std::vector<double> along; ///< place in the loop, 0..1 over its whole length
    std::vector<std::array<int, 4>>
        quads;                ///< counter-clockwise from outside; the last two are equal in a triangle
    std::vector<bool> middle; ///< on the plane between the halves, x = 0
    std::vector<int> seam;    ///< vertices on the back's middle, where the texture ends
    Rings eye, mouth, nostril, ear;
    std::vector<int> grid; ///< vertices by row and column (skin_grid.h), -1 where rings replace the grid
    [[nodiscard]] int grid_vertex(int column, int row) const;
};

/// Numbers of loops inwards from the grid; the sculpting code names the ones it uses.
inline constexpr int eye_margin_ring = 7;  ///< the lid's outer edge
inline constexpr int lip_border_ring = 4;  ///< where skin turns into lip
inline constexpr int lip_contact_ring = 8; ///< where the lips touch

[[nodiscard]] Skin build_skin();

} // namespace mien::head
