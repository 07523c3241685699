#include "models/generator/sculpture.h"

#include "models/generator/proportions.h"

namespace mien::head {

namespace {

/// Near its surface a good estimate of the distance; exact only for a sphere.
double ellipsoid(const Vec3& p, const Vec3& centre, const Vec3& radii) {
    const Vec3 q = (p - centre) / radii;
    const double k0 = glm::length(q);
    const double k1 = glm::length(q / radii);
    return k1 < 1e-9 ? -std::min({radii.x, radii.y, radii.z}) : k0 * (k0 - 1) / k1;
}

double sphere(const Vec3& p, const Vec3& centre, double radius) {
    return glm::length(p - centre) - radius;
}

/// A rod from a to b whose radius runs from ra to rb.
double rod(const Vec3& p, const Vec3& a, const Vec3& b, double ra, double rb) {
    const Vec3 ab = b - a;
    const double t = std::clamp(glm::dot(p - a, ab) / glm::dot(ab, ab), 0.0, 1.0);
    return glm::length(p - a - ab * t) - mix(ra, rb, t);
}

/// Union whose seam is a fillet about `k` millimetres wide (cubic: its curvature has no step).
double join(double a, double b, double k) {
    const double h = std::max(k - std::abs(a - b), 0.0) / k;
    return std::min(a, b) - h * h * h * k / 6;
}
/// What of `a` is left when `b` is pressed into it, with a soft rim.
double carve(double a, double b, double k) {
    return -join(-a, b, k);
}

/// The left half of the mirror image; |x| rounded off, so that forms beside the middle leave no ridge in it.
Vec3 left_half(const Vec3& p) {
    return {std::sqrt(p.x * p.x + 2.5 * 2.5) - 0.6, p.y, p.z};
}

double neck_and_shoulders(const Vec3& p) {
    double d = rod(p, {0, -30, -36}, {0, 150, -20}, 43, 39);
    // Trapezius, then the muscle from behind the ear to the collar bone.
    d = join(d, rod(p, {14, 66, -46}, {105, -14, -40}, 18, 26), 60);
    d = join(d, rod(p, {42, 134, -18}, {9, 6, 10}, 7, 6), 30);
    // Larynx: barely there.
    return join(d, ellipsoid(p, {0, 58, 6}, {9, 14, 9}), 40);
}

double skull_and_jaw(const Vec3& p) {
    double d = ellipsoid(p, {0, 236, -11}, {77, 84, 93});
    // Face below the brows, tapering to the chin.
    d = join(d, ellipsoid(p, {0, 182, 20}, {60, 74, 60}), 60);
    d = join(d, rod(p, {43, 146, 2}, {10, 115, 53}, 11, 13), 46);
    d = join(d, ellipsoid(p, {0, 111, 63}, {16, 12.5, 15.5}), 36);
    // Cheek bone and the soft cheek below it.
    d = join(d, ellipsoid(p, {47, 175, 34}, {14, 10, 24}), 44);
    d = join(d, sphere(p, {32, 160, 51}, 24.5), 36);
    // Brow ridge and the outer rim of the socket.
    d = join(d, rod(p, {10, 213, 71}, {43, 215, 59}, 7, 7), 42);
    return join(d, rod(p, {43, 215, 59}, {53, 192, 42}, 7, 7), 36);
}

double sockets(double d, const Vec3& p) {
    return carve(d, ellipsoid(p, {eye_centre.x - 1, eye_centre.y + 1, 81}, {21, 13, 10}), 24);
}

double muzzle(double d, const Vec3& p) {
    return join(d, ellipsoid(p, {0, mouth_y + 4, 51}, {31, 25, 34}), 42);
}

/// `p` in the nose's own space: see to_nose.
double nose(double d, const Vec3& head_point) {
    const Vec3 p = to_nose(head_point);
    const auto add = [&](double form, double k) { d = join(d, form * nose_scale, k * nose_scale); };
    add(rod(p, {0, 59, -18}, {0, 31, -1}, 5.5, 5.5), 28);
    add(rod(p, {0, 32, -1.5}, {0, 15, 8.5}, 5.5, 7.5), 18);
    add(ellipsoid(p, {0, 11.5, 11}, {9.2, 8.2, 8.6}), 13);
    // Floor, wings, and the septum a little lower than the wings.
    add(ellipsoid(p, {0, 6.5, 4}, {12.5, 6, 11.5}), 8);
    add(ellipsoid(p, {10.3, 7, 1}, {6.0, 6.4, 8.8}), 10);
    add(rod(p, {0, 3, -2}, {0, 5.0, 9}, 3.2, 3.8), 10);
    return d;
}

double lips(double d, const Vec3& head_point) {
    const Vec3 p = head_point - mouth_front;
    // The groove under the nose and the dip below the lower lip first, so that the lips lie on them.
    d = carve(d, rod(p, {0, 19, 6}, {0, 9, 5}, 1.6, 2.2), 10);
    d = carve(d, rod(p, {0, -13, 3}, {12, -11, 0}, 3, 2), 18);
    // Upper lip: a low middle with two soft peaks, thinning to the corner.
    d = join(d, rod(p, {0, 3.2, -3.2}, {7.5, 3.9, -4.0}, 4.0, 4.1), 7);
    d = join(d, rod(p, {7.5, 3.9, -4.0}, {mouth_half_width, 4.2, -15}, 3.9, 1.4), 7);
    // Lower lip: fuller, in one sweep.
    d = join(d, rod(p, {0, -4.8, -5.4}, {10, -4.0, -6.9}, 5.5, 4.9), 5);
    return join(d, rod(p, {10, -4.0, -6.9}, {mouth_half_width, 2.4, -15.5}, 4.9, 1.4), 5);
}

double lids(double d, const Vec3& p) {
    return join(d, sphere(p, eye_centre, lid_radius), 8);
}

double underlay(const Vec3& p) {
    double d = skull_and_jaw(p);
    d = muzzle(d, p);
    d = sockets(d, p);
    return join(d, neck_and_shoulders(p), 50);
}

} // namespace

double underlay_distance(const Vec3& p) {
    return underlay(left_half(p));
}

double skin_distance(const Vec3& p) {
    const Vec3 q = left_half(p);
    double d = underlay(q);
    d = nose(d, q);
    d = lips(d, q);
    return lids(d, q);
}

Vec3 gradient(DistanceField field, const Vec3& p) {
    // Four samples at the corners of a tetrahedron instead of six along the axes.
    constexpr double h = 0.05;
    constexpr Vec3 a{1, -1, -1}, b{-1, -1, 1}, c{-1, 1, -1}, e{1, 1, 1};
    const Vec3 g = a * field(p + a * h) + b * field(p + b * h) + c * field(p + c * h) + e * field(p + e * h);
    const double length = glm::length(g);
    return length < 1e-12 ? Vec3{0, 0, 1} : g / length;
}

Vec3 project(DistanceField field, Vec3 p, double level) {
    for (int step = 0; step < 12; ++step) {
        const double d = field(p) - level;
        if (std::abs(d) < 1e-4) break;
        // Damped: the unions only estimate the distance, and a full step may overshoot a thin form.
        p -= gradient(field, p) * (d * 0.9);
    }
    return p;
}

} // namespace mien::head
