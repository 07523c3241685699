#include "models/generator/shapes.h"

namespace mien::head {

void add_grid(Piece& piece, int rows, int columns, const std::function<GridPoint(int row, int column)>& at,
              const FacePoint& like, Winding winding) {
    const auto base = std::uint32_t(piece.part.positions.size());
    for (int row = 0; row <= rows; ++row)
        for (int column = 0; column <= columns; ++column) {
            const GridPoint g = at(row, column);
            piece.part.positions.push_back(g.position);
            piece.part.uv.push_back(g.uv);
            FacePoint point = like;
            point.p = g.position;
            piece.points.push_back(point);
        }
    const auto stride = std::uint32_t(columns + 1);
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column) {
            const std::uint32_t a = base + std::uint32_t(row) * stride + std::uint32_t(column);
            const std::array<std::uint32_t, 6> outward{a, a + 1,          a + stride + 1,
                                                       a, a + stride + 1, a + stride};
            const std::array<std::uint32_t, 6> inward{a, a + stride + 1, a + 1,
                                                      a, a + stride,     a + stride + 1};
            const auto& cell = winding == Winding::outward ? outward : inward;
            for (std::size_t i = 0; i < 6; i += 3) {
                const Vec3& p = piece.part.positions[cell[i]];
                const Vec3& q = piece.part.positions[cell[i + 1]];
                const Vec3& r = piece.part.positions[cell[i + 2]];
                // Poles: cells that have no area there.
                if (p == q || q == r || p == r) continue;
                piece.part.indices.insert(piece.part.indices.end(), cell.begin() + long(i),
                                          cell.begin() + long(i) + 3);
            }
        }
}

void add_mirror_image(Piece& piece) {
    Part& part = piece.part;
    const auto count = std::uint32_t(part.positions.size());
    const std::size_t corners = part.indices.size();
    for (std::uint32_t v = 0; v < count; ++v) {
        part.positions.push_back(mirrored(part.positions[v]));
        part.uv.push_back(part.uv[v]);
        FacePoint point = piece.points[v];
        point.p = mirrored(point.p);
        piece.points.push_back(point);
    }
    for (std::size_t i = 0; i < corners; i += 3)
        for (const std::size_t k : {std::size_t{0}, std::size_t{2}, std::size_t{1}})
            part.indices.push_back(part.indices[i + k] + count);
}

} // namespace mien::head
