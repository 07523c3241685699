// Simple surfaces for the parts that are not skin.
#pragma once

#include <functional>

#include "models/generator/face_point.h"
#include "models/generator/model.h"

namespace mien::head {

/// A part under construction: the mesh and, vertex by vertex, what the expressions need to know.
struct Piece {
    Part part;
    std::vector<FacePoint>
        points; ///< as many as part.positions; their p is the place at which fields are asked
};

/// A place on a surface that is a grid of `rows` x `columns` cells.
struct GridPoint {
    Vec3 position;
    Vec2 uv;
};

enum class Winding : std::uint8_t { outward, inward };

/// Appends (rows + 1) x (columns + 1) vertices, at(row, column), and their cells' triangles. With
/// Winding::outward, (column direction) x (row direction) is the outside. `like` is copied for each vertex,
/// with its own place.
void add_grid(Piece& piece, int rows, int columns, const std::function<GridPoint(int row, int column)>& at,
              const FacePoint& like, Winding winding = Winding::outward);

/// Appends the mirror image of everything the piece holds.
void add_mirror_image(Piece& piece);

} // namespace mien::head
