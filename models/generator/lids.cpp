#include "models/generator/lids.h"

namespace mien::head {

namespace {

constexpr double inner_corner = radians(-61), outer_corner = radians(63);
constexpr double inner_height = radians(-4), outer_height = radians(3.5);

double outwards_at(double t) {
    return mix(inner_corner, outer_corner, t);
}
double corner_line(double t) {
    return mix(inner_height, outer_height, t);
}
/// 0 at both corners, 1 at `peak`; round, with upright ends so that the corners are not slits.
double arch(double t, double peak, double power) {
    const double s = t < peak ? 0.5 * t / peak : 0.5 + 0.5 * (t - peak) / (1 - peak);
    return std::pow(std::max(0.0, std::sin(pi * s)), power);
}

} // namespace

EyeAngles eye_angles(const Vec3& p) {
    const Vec3 d = p - eye_centre;
    const double radius = glm::length(d);
    return {std::atan2(d.x, d.z), std::asin(std::clamp(d.y / radius, -1.0, 1.0)), radius};
}

Vec3 eye_point(const EyeAngles& a) {
    return eye_centre + a.radius * Vec3{std::sin(a.outwards) * std::cos(a.up), std::sin(a.up),
                                        std::cos(a.outwards) * std::cos(a.up)};
}

EyeAngles upper_lid(double t) {
    return {outwards_at(t), corner_line(t) + radians(28) * arch(t, 0.47, 0.8), lid_radius};
}
EyeAngles lower_lid(double t) {
    return {outwards_at(t), corner_line(t) - radians(22) * arch(t, 0.55, 0.8), lid_radius};
}
EyeAngles closed_lid(double t) {
    return {outwards_at(t), mix(lower_lid(t).up, upper_lid(t).up, 0.22), lid_radius};
}
double lid_place_unbounded(double outwards) {
    return (outwards - inner_corner) / (outer_corner - inner_corner);
}
double lid_place(double outwards) {
    return std::clamp(lid_place_unbounded(outwards), 0.0, 1.0);
}

void lay_lids(Skin& skin, std::vector<bool>& fixed) {
    // Behind the edge: the edge's thickness, then a lining between lid and eyeball, out of sight, that keeps
    // the gap closed when the lids open wide or the eye is seen from the side.
    struct Lining {
        double radius;
        double away; ///< radians away from the opening
    };
    constexpr std::array linings{Lining{lid_radius - 0.15, radians(0.9)}, Lining{lid_radius - 0.8, 0},
                                 Lining{eye_radius + 0.25, radians(0.3)},
                                 Lining{eye_radius + 0.3, radians(9)}, Lining{eye_radius + 0.6, radians(20)}};
    const int length = int(skin.eye.inner().size());
    const int half = length / 2;
    for (int ring = eye_margin_ring; ring < int(skin.eye.loops.size()); ++ring) {
        const Lining& lining = linings[ring - eye_margin_ring];
        for (int k = 0; k < length; ++k) {
            const bool upper = k <= half;
            const double t = double(upper ? k : length - k) / half;
            EyeAngles a = upper ? upper_lid(t) : lower_lid(t);
            // At the corners "away" is sideways, between them up or down.
            const double turn = pi * (1 - double(k) / half);
            a.outwards += lining.away * std::cos(turn);
            a.up += lining.away * std::sin(turn);
            a.radius = lining.radius;
            const int v = skin.eye.loops[ring][k];
            skin.positions[v] = eye_point(a);
            fixed[v] = true;
        }
    }
}

} // namespace mien::head
