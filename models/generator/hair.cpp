#include "models/generator/hair.h"

#include "models/generator/sculpture.h"

namespace mien::head {

namespace {

constexpr Vec3 scalp_centre{0, 226, -10};

/// Elevation seen from the scalp's centre at which the hair ends, by the angle round the head (0 front, 180
/// behind).
double hairline(double round) {
    const double front = radians(26), temple = radians(6), nape = radians(-46);
    const double to_side = smooth_step(radians(28), radians(62), round);
    const double to_back = smooth_step(radians(70), radians(120), round);
    return mix(mix(front, temple, to_side), nape, to_back);
}

} // namespace

Piece make_hair() {
    Piece piece;
    piece.part.name = "Hair";
    FacePoint like;
    like.kind = FacePoint::Kind::rigid;
    constexpr int rows = 26, columns = 72;
    add_grid(
        piece, rows, columns,
        [&](int row, int column) {
            const double s = double(row) / rows; // 0 edge, 1 crown
            const int folded = std::min(column % columns, columns - column % columns);
            const double round = 2 * pi * folded / columns;
            const double up = mix(hairline(round), pi / 2, s);
            const bool crown = row == rows;
            const double sign = column % columns * 2 > columns ? -1 : 1;
            const double across = folded == 0 || folded * 2 == columns || crown ? 0 : std::sin(round);
            const Vec3 direction{across * std::cos(up), std::sin(up),
                                 crown ? 0 : std::cos(round) * std::cos(up)};
            const Vec3 skin = project(&underlay_distance, scalp_centre + direction * 80.0);
            const double thick = mix(-1.5, 9.0, smooth_step(0, 0.16, s)) +
                                 7 * smooth_step(0.1, 0.5, s) * std::max(0.0, direction.z);
            const double strands =
                0.7 * std::sin(round * 21) * smooth_step(0.05, 0.3, s) * smooth_step(1, 0.7, s);
            Vec3 p = skin + direction * (thick + strands);
            if (across == 0) p.x = 0;
            p.x *= sign;
            return GridPoint{p, {0.5, 0.5}};
        },
        like, Winding::outward);
    return piece;
}

Piece make_brows() {
    Piece piece;
    piece.part.name = "Brows";
    constexpr int rows = 22, columns = 6;
    FacePoint like;
    add_grid(
        piece, rows, columns,
        [&](int row, int column) {
            const double s = double(row) / rows; // 0 inner end, 1 outer end
            const double x = mix(12, 53, s);
            const double y = 211.5 + 6.5 * std::sin(pi * std::min(1.0, s * 0.86)) - 2.0 * s * s;
            const double half = 3.4 * std::pow(std::sin(pi * mix(0.12, 1.0, s)), 0.7) * mix(1.0, 0.75, s);
            const double v = 2.0 * column / columns - 1;
            const Vec3 on_skin = project(&skin_distance, {x, y + v * half, 75 - 18 * s * s});
            const double out = 1.7 * (1 - v * v) * std::min(1.0, half / 2.0) - 0.25;
            return GridPoint{on_skin + gradient(&skin_distance, on_skin) * out, {0.5, 0.5}};
        },
        like, Winding::inward);
    add_mirror_image(piece);
    return piece;
}

} // namespace mien::head
