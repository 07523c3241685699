#include "models/generator/teeth.h"

namespace mien::head {

namespace {

/// One of the two dental arches: an ellipse seen from above.
struct Arch {
    double half_width, front_z, depth;
    double gum_y;  ///< where the teeth leave the gum, in the middle
    double edge_y; ///< where they end
    FacePoint::Kind kind;
};
constexpr Arch upper_arch{24.5, 74.5, 34, mouth_y + 8.0, mouth_y - 3.0, FacePoint::Kind::upper_teeth};
constexpr Arch lower_arch{22.5, 71.5, 33, mouth_y - 12.0, mouth_y - 3.4, FacePoint::Kind::lower_teeth};

/// Widths from the middle outwards, adult averages: incisors, canine, premolars, molars.
constexpr std::array upper_widths{8.6, 6.7, 7.6, 6.9, 6.7, 9.2, 8.6};
constexpr std::array lower_widths{5.4, 6.0, 6.9, 7.0, 7.1, 10.0, 9.4};

struct ArchPoint {
    Vec3 position; ///< y is 0
    Vec3 along;    ///< unit, away from the middle
    Vec3 outward;  ///< unit, to the lips
};
/// The point at this distance from the middle along the arch; by small steps, as an ellipse's length has no
/// formula.
ArchPoint on_arch(const Arch& arch, double distance) {
    const auto at = [&](double a) {
        return Vec3{arch.half_width * std::sin(a), 0, arch.front_z - arch.depth * (1 - std::cos(a))};
    };
    constexpr double step = 0.002;
    double angle = 0;
    for (double gone = 0; gone < distance; angle += step) gone += glm::length(at(angle + step) - at(angle));
    const Vec3 along =
        glm::normalize(Vec3{arch.half_width * std::cos(angle), 0, -arch.depth * std::sin(angle)});
    return {at(angle), along, {-along.z, 0, along.x}};
}

double power(double x, double exponent) {
    return std::copysign(std::pow(std::abs(x), exponent), x);
}

void add_tooth(Piece& piece, const Arch& arch, double distance, double width, int number) {
    const ArchPoint place = on_arch(arch, distance);
    const bool molar = number >= 3;
    const double thickness = molar ? 4.0 + 0.5 * number : 3.0;
    const double down = arch.edge_y < arch.gum_y ? -1 : 1;
    // Lateral incisors are a little shorter, canines a little longer than their neighbours; molars low.
    const double length = std::abs(arch.edge_y - arch.gum_y) * (number == 1   ? 0.93
                                                                : number == 2 ? 0.97
                                                                : molar       ? 0.78
                                                                              : 1.0);
    constexpr int rows = 8, columns = 12;
    FacePoint like;
    like.kind = arch.kind;
    add_grid(
        piece, rows, columns,
        [&](int row, int column) {
            // A rounded box; its upper end hides in the gum.
            const double up = pi * (double(row) / rows - 0.5);
            const double turn = 2 * pi * (column % columns) / columns;
            const double ring = row == 0 || row == rows ? 0 : power(std::cos(up), 0.45);
            const double t = 0.5 + 0.5 * power(std::sin(up), 0.6); // 0 root, 1 edge
            const double narrow = mix(0.86, 1.0, smooth_step(0, 0.7, t));
            const double thin = molar ? 1.0 : mix(1.0, 0.45, smooth_step(0.3, 1.0, t));
            const double x = 0.49 * width * narrow * ring * power(std::cos(turn), 0.55);
            const double z = 0.5 * thickness * thin * ring * power(std::sin(turn), 0.7);
            const double lean = molar ? 0 : 0.8 * std::sin(pi * t); // the front is slightly bowed
            const Vec3 p = place.position + place.along * x + place.outward * (z + lean - thickness * 0.5) +
                           Vec3{0, arch.gum_y - down * 2.0 + down * (length + 2.0) * t, 0};
            return GridPoint{p, {0.5 + 0.5 * std::cos(turn) * 0.9, t}};
        },
        like, down > 0 ? Winding::inward : Winding::outward);
}

// Gums and tongue are made as left halves, too, so that the right ones equal them.

void add_gum(Piece& piece, const Arch& arch) {
    FacePoint like;
    like.kind = arch.kind;
    constexpr int rows = 14, columns = 10;
    const double down = arch.edge_y < arch.gum_y ? -1 : 1;
    add_grid(
        piece, rows, columns,
        [&](int row, int column) {
            const ArchPoint place = on_arch(arch, 53.0 * row / rows);
            const double turn = 2 * pi * (column % columns) / columns;
            Vec3 p = place.position + place.outward * (3.6 * std::cos(turn) - 1.6) +
                     Vec3{0, arch.gum_y - down * 3.2 + 4.4 * std::sin(turn), 0};
            if (row == 0) p.x = 0;
            return GridPoint{p, {0.25, 0.25}};
        },
        like, Winding::inward);
}

void add_tongue(Piece& piece) {
    FacePoint like;
    like.kind = FacePoint::Kind::tongue;
    constexpr int rows = 18, columns = 12;
    add_grid(
        piece, rows, columns,
        [&](int row, int column) {
            const double s = double(row) / rows; // 0 root, 1 tip
            const double turn =
                pi * (0.5 - double(column) / columns); // from the groove round the side to the bottom
            const double round = row == 0 || row == rows ? 0 : std::sqrt(1 - std::pow(2 * s - 1, 4));
            const double across = column == 0 || column == columns ? 0 : std::cos(turn);
            const double half_width = 17.5 * round * mix(1.0, 0.86, s);
            const double half_height = 6.0 * round;
            const double groove = 1.6 * bell(across, 0.25) * std::max(0.0, std::sin(turn)) * round;
            const double arched = 2.5 * std::sin(pi * s);
            const Vec3 p{half_width * across, mouth_y - 9.0 + half_height * std::sin(turn) - groove + arched,
                         mix(18, 67, s)};
            return GridPoint{p, {0.75, 0.25}};
        },
        like, Winding::inward);
}

} // namespace

Piece make_teeth() {
    Piece piece;
    piece.part.name = "Teeth";
    const auto row = [&](const Arch& arch, const auto& widths) {
        double distance = 0;
        for (std::size_t i = 0; i < widths.size(); ++i) {
            add_tooth(piece, arch, distance + widths[i] / 2, widths[i], int(i));
            distance += widths[i];
        }
    };
    row(upper_arch, upper_widths);
    row(lower_arch, lower_widths);
    add_mirror_image(piece);
    return piece;
}

Piece make_gums_and_tongue() {
    Piece piece;
    piece.part.name = "Tongue";
    add_gum(piece, upper_arch);
    add_gum(piece, lower_arch);
    add_tongue(piece);
    add_mirror_image(piece);
    return piece;
}

} // namespace mien::head
