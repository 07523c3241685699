#include "models/generator/clothes.h"

namespace mien::head {

namespace {

/// A ring of the jumper: where it crosses front, side and back.
struct Ring {
    Vec2 front; ///< y, z
    Vec2 side;  ///< x, y
    double side_z;
    Vec2 back; ///< y, z
};
constexpr std::array rings{
    Ring{{14, 12}, {48, 58}, -30, {56, -72}},      Ring{{22, 18}, {51, 68}, -30, {64, -78}},
    Ring{{23, 23}, {55, 70}, -30, {65, -84}},      Ring{{16, 28}, {59, 65}, -31, {59, -88}},
    Ring{{6, 31}, {64, 58}, -32, {50, -90}},       Ring{{-5, 35}, {86, 45}, -34, {34, -94}},
    Ring{{-24, 44}, {114, 26}, -36, {10, -100}},   Ring{{-40, 52}, {138, 0}, -36, {-14, -103}},
    Ring{{-58, 58}, {150, -32}, -35, {-40, -105}}, Ring{{-80, 62}, {152, -70}, -34, {-72, -105}},
    Ring{{-94, 63}, {150, -94}, -34, {-94, -104}},
};

} // namespace

Piece make_jumper() {
    Piece piece;
    piece.part.name = "Jumper";
    FacePoint like;
    like.kind = FacePoint::Kind::rigid;
    constexpr int columns = 64;
    add_grid(
        piece, int(rings.size()) - 1, columns,
        [&](int row, int column) {
            const Ring& ring = rings[row];
            const int folded = std::min(column % columns, columns - column % columns);
            const double turn = 2 * pi * folded / columns;
            const double across = folded == 0 || folded * 2 == columns ? 0 : std::sin(turn);
            const double along = std::cos(turn);
            const Vec2 end = along > 0 ? ring.front : ring.back;
            const double flat = 0.85; // rounder than an ellipse at the shoulders
            Vec3 p{ring.side.x * std::pow(across, flat), mix(end.x, ring.side.y, across * across),
                   ring.side_z + (end.y - ring.side_z) * std::pow(std::abs(along), flat)};
            if (column % columns * 2 > columns) p.x = -p.x;
            return GridPoint{p, {double(column) / columns, double(row) / double(rings.size() - 1)}};
        },
        like, Winding::inward);
    return piece;
}

} // namespace mien::head
