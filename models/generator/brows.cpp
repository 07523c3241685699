#include "models/generator/brows.h"

#include "models/generator/lids.h"
#include "models/generator/random.h"
#include "models/generator/sculpture.h"

namespace mien::head {

namespace {

/// The brow's middle line, from the inner (0) to the outer (1) end, on the skin.
Vec3 brow_line(double s) {
    const double x = mix(12.5, 49.5, s);
    const double y = 213.5 + 6.5 * std::sin(pi * std::min(1.0, s * 0.76)) - 4.5 * s * s * s;
    return project(&skin_distance, {x, y, 78 - 20 * s * s});
}

/// One hair tuft of a brow: a thin tapering blade lying on the skin.
void add_tuft(Piece& piece, const Vec3& root, const Vec3& along, double length, double half_width,
              double shift) {
    constexpr int rows = 3, columns = 2;
    FacePoint like;
    add_grid(
        piece, rows, columns,
        [&](int row, int column) {
            const double t = double(row) / rows, a = column - 1.0;
            const Vec3 skin = project(&skin_distance, root + along * (length * t));
            const Vec3 normal = gradient(&skin_distance, skin);
            const Vec3 across = glm::normalize(glm::cross(normal, along));
            const double width =
                half_width * (row == rows ? 0.05 : std::pow(std::sin(pi * mix(0.25, 1.0, t)), 0.8));
            const double height = 0.35 + 1.1 * (1 - a * a) * std::sin(pi * mix(0.2, 0.95, t));
            return GridPoint{skin + across * (a * width) + normal * height,
                             {shift + 0.12 * a, 0.2 + 0.6 * t}};
        },
        like, Winding::inward);
}

} // namespace

Piece make_brows() {
    Piece piece;
    piece.part.name = "Brows";
    Random random(3);
    constexpr int tufts = 54;
    for (int i = 0; i < tufts; ++i) {
        const double s = 0.97 * (i + 0.5) / tufts;
        const Vec3 here = brow_line(s), ahead = brow_line(s + 0.02);
        const Vec3 line = glm::normalize(ahead - here);
        const double thick = mix(2.9, 1.0, s * s) * smooth_step(-0.2, 0.2, s);
        // Inner hairs stand up, the further out the more they lie along the brow; the lower row leans up, the
        // upper one down, so that both meet in a ridge.
        const double row = i % 2 == 0 ? -1 : 1;
        const Vec3 up{0, 1, 0};
        const double lean =
            row < 0 ? mix(1.0, 0.12, smooth_step(0, 0.4, s)) : mix(0.35, -0.15, smooth_step(0, 0.4, s));
        const Vec3 along = glm::normalize(line + up * (lean + random.between(-0.1, 0.1)));
        add_tuft(piece, here + up * (row * thick * 0.62), along, mix(8.5, 6.5, s) * random.between(0.9, 1.15),
                 mix(1.9, 0.75, s * s) * random.between(0.9, 1.1), random.between(0, 4));
    }
    add_mirror_image(piece);
    return piece;
}

Piece make_lashes() {
    Piece piece;
    piece.part.name = "Lashes";
    Random random(5);
    constexpr int count = 30;
    for (int i = 0; i < count; ++i) {
        const double t = mix(0.08, 0.97, (i + 0.5) / count);
        // They overlap at the root: a dark line along the rim that breaks up into tips.
        const double span = 1.25 / count;
        const double length = mix(1.6, 4.4, smooth_step(0.05, 0.85, t)) * random.between(0.8, 1.15);
        const double lean = random.between(-0.03, 0.05);
        FacePoint like;
        like.kind = FacePoint::Kind::lid_film;
        like.lid = 1;
        constexpr int rows = 3;
        // A blade: two corners on the rim, bending out and up to its tip.
        add_grid(
            piece, rows, 1,
            [&](int row, int column) {
                const double f = double(row) / rows;
                const double side = (column == 0 ? -1 : 1) * (1 - 0.97 * f) * span * 0.5;
                EyeAngles a = upper_lid(std::clamp(t + side, 0.0, 1.0));
                a.radius = lid_radius - 0.5 + length * (f - 0.25 * f * f);
                a.up += length * (0.02 * f + 0.45 * f * f) / lid_radius - radians(0.8);
                a.outwards += ((t - 0.42) * 0.30 * length / 5 + lean) * f;
                return GridPoint{eye_point(a), {0.5, f}};
            },
            like, Winding::outward);
    }
    add_mirror_image(piece);
    return piece;
}

Piece make_eye_shades() {
    Piece piece;
    piece.part.name = "EyeShade";
    constexpr int rows = 8, columns = 26;
    FacePoint like;
    like.kind = FacePoint::Kind::lid_film;
    add_grid(
        piece, rows, columns,
        [&](int row, int column) {
            const double t = double(column) / columns, v = double(row) / rows;
            EyeAngles a = upper_lid(t);
            a.up = mix(lower_lid(t).up - radians(1), upper_lid(t).up + radians(1), v);
            a.radius = eye_radius + 0.16;
            return GridPoint{eye_point(a), {t, 1 - v}};
        },
        like, Winding::outward);
    // Each row hangs between the lids in its own proportion.
    for (std::size_t v = 0; v < piece.points.size(); ++v) piece.points[v].lid = 1 - 2 * piece.part.uv[v].y;
    add_mirror_image(piece);
    return piece;
}

} // namespace mien::head
