// Numbers of the head generator: double precision, millimetres. x to the character's left, y up, z out of
// the face; the origin is the middle of the base of the neck. Only the GLB writer turns them into metres.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

#include <glm/geometric.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

namespace mien::head {

using Vec2 = glm::dvec2;
using Vec3 = glm::dvec3;

inline constexpr double pi = std::numbers::pi;

[[nodiscard]] constexpr double radians(double degrees) {
    return degrees * pi / 180;
}
/// 0 below `from`, 1 above `to`, smooth between; also with from > to (then falling).
[[nodiscard]] inline double smooth_step(double from, double to, double x) {
    const double t = std::clamp((x - from) / (to - from), 0.0, 1.0);
    return t * t * (3 - 2 * t);
}
[[nodiscard]] constexpr double mix(double a, double b, double t) {
    return a + (b - a) * t;
}
[[nodiscard]] inline Vec3 mix(const Vec3& a, const Vec3& b, double t) {
    return a + (b - a) * t;
}
/// A bump of height 1 at 0 that is 1/e at |x| = width.
[[nodiscard]] inline double bell(double x, double width) {
    return std::exp(-(x * x) / (width * width));
}
/// The same point on the character's other side.
[[nodiscard]] constexpr Vec3 mirrored(const Vec3& p) {
    return {-p.x, p.y, p.z};
}

} // namespace mien::head
