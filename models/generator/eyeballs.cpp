#include "models/generator/eyeballs.h"

namespace mien::head {

double eye_texture_radius(double angle) {
    return 0.49 * std::min(1.0, angle / radians(100));
}

Piece make_eyeballs() {
    // Latitudes from the line of sight; closer where pupil and iris end.
    constexpr std::array degrees{0.0,  5.5,  11.0, 16.5, 22.0,  27.5,  32.0, 40.0,
                                 50.0, 62.0, 75.0, 90.0, 120.0, 150.0, 180.0};
    constexpr int around = 36;
    Piece piece;
    piece.part.name = "Eyes";
    FacePoint like;
    like.kind = FacePoint::Kind::eyeball;
    add_grid(
        piece, int(degrees.size()) - 1, around,
        [&](int row, int column) {
            const double angle = radians(degrees[row]);
            // The last column is the first one again, to the bit.
            const double turn = 2 * pi * (column % around) / around;
            const double out = row == 0 || row + 1 == int(degrees.size()) ? 0 : std::sin(angle);
            const Vec3 direction{out * std::cos(turn), out * std::sin(turn), std::cos(angle)};
            const double r = eye_texture_radius(angle);
            return GridPoint{eye_centre + direction * eye_radius,
                             {0.5 + r * std::cos(turn), 0.5 - r * std::sin(turn)}};
        },
        like, Winding::inward);
    add_mirror_image(piece);
    return piece;
}

} // namespace mien::head
