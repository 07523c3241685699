#include "models/generator/scalp.h"

#include <array>

#include "models/generator/sculpture.h"

namespace mien::head {

namespace {

constexpr Vec3 scalp_centre{0, 226, -10};

} // namespace

Vec3 whorl() {
    return {-10, 312, -48};
}

ScalpPlace scalp_place(const Vec3& p) {
    const Vec3 d = glm::normalize(p - scalp_centre);
    return {std::atan2(d.x, d.z), std::asin(std::clamp(d.y, -1.0, 1.0))};
}

double hairline(double round) {
    // Degrees of elevation: forehead, temple, the corner before the ear, over the ear, nape.
    struct Knot {
        double round, up;
    };
    constexpr std::array knots{Knot{0, 27},    Knot{22, 26},   Knot{42, 17},  Knot{58, 2},
                               Knot{72, -17},  Knot{82, -26},  Knot{92, -14}, Knot{106, -20},
                               Knot{125, -42}, Knot{150, -50}, Knot{180, -51}};
    const double degrees = std::min(180.0, std::abs(round) * 180 / pi);
    std::size_t k = 1;
    while (k + 1 < knots.size() && knots[k].round < degrees) ++k;
    const double t =
        std::clamp((degrees - knots[k - 1].round) / (knots[k].round - knots[k - 1].round), 0.0, 1.0);
    return radians(mix(knots[k - 1].up, knots[k].up, t * t * (3 - 2 * t)));
}

Vec3 scalp_point(double round, double s) {
    const double up = mix(hairline(round), pi / 2, s);
    const Vec3 d{std::sin(round) * std::cos(up), std::sin(up), std::cos(round) * std::cos(up)};
    return project(&underlay_distance, scalp_centre + d * 82.0);
}

Vec3 combed(const Vec3& p) {
    const Vec3 d = glm::normalize(p - scalp_centre);
    const Vec3 normal = gradient(&underlay_distance, p);
    const Vec3 out_of_whorl = glm::normalize(p - whorl() + Vec3{0, 1e-3, 0});
    const double front = smooth_step(0.0, 0.75, d.z) * smooth_step(0.15, 0.55, d.y);
    const double side = smooth_step(0.55, 0.9, std::abs(d.x)) * smooth_step(0.75, 0.25, d.y);
    // A parting on the right side of the forehead: from there hair falls to both sides.
    const double parting = smooth_step(-0.46, -0.22, d.x);
    const Vec3 to_left = glm::normalize(Vec3{0.85, 0.1, 0.6}),
               to_right = glm::normalize(Vec3{-0.9, -0.5, 0.1});
    Vec3 way = out_of_whorl;
    way = mix(way, glm::normalize(mix(to_right, to_left, parting)), 0.75 * front);
    way = mix(way, glm::normalize(Vec3{0, -1, -0.55}), 0.8 * side);
    way -= normal * glm::dot(way, normal);
    return glm::normalize(way);
}

} // namespace mien::head
