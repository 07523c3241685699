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
    double d = rod(p, {0, -30, -36}, {0, 150, -18}, 45, 42);
    // Trapezius, then the muscle from behind the ear to the collar bone.
    d = join(d, rod(p, {14, 70, -46}, {105, -14, -40}, 18, 26), 60);
    d = join(d, rod(p, {44, 130, -16}, {9, 6, 12}, 8, 7), 30);
    // Larynx: barely there.
    return join(d, ellipsoid(p, {0, 56, 10}, {9, 14, 9}), 40);
}

double skull_and_jaw(const Vec3& p) {
    double d = ellipsoid(p, {0, 237, -12}, {75, 81, 92});
    // Face below the brows, tapering to the chin.
    d = join(d, ellipsoid(p, {0, 178, 20}, {58, 78, 60}), 60);
    d = join(d, rod(p, {45, 137, 2}, {11, 106, 56}, 11, 13), 42);
    d = join(d, ellipsoid(p, {0, 103, 65}, {17, 13.5, 15.5}), 34);
    // Cheek bone and the soft cheek below it.
    d = join(d, ellipsoid(p, {46, 172, 34}, {14, 10, 24}), 40);
    d = join(d, sphere(p, {31, 156, 50}, 24), 34);
    // Brow ridge and the outer rim of the socket.
    d = join(d, rod(p, {10, 212, 71}, {44, 214, 60}, 8, 8), 40);
    return join(d, rod(p, {44, 214, 60}, {53, 192, 44}, 7, 7), 35);
}

double sockets(double d, const Vec3& p) {
    return carve(d, ellipsoid(p, {eye_centre.x - 1, eye_centre.y + 1, 81}, {20, 12, 10}), 24);
}

double muzzle(double d, const Vec3& p) {
    return join(d, ellipsoid(p, {0, 129, 51}, {32, 26, 33.5}), 40);
}

double nose(double d, const Vec3& p) {
    d = join(d, rod(p, {0, 206, 70}, {0, 178, 87}, 5.5, 5.5), 28);
    d = join(d, rod(p, {0, 179, 86.5}, {0, 161, 97}, 5.5, 7.5), 16);
    d = join(d, ellipsoid(p, {0, 157.5, 99}, {9, 8, 8.5}), 12);
    d = join(d, ellipsoid(p, {10.5, 154, 89}, {6.2, 6.6, 9.5}), 9);
    // Septum, a little lower than the wings.
    return join(d, rod(p, {0, 149, 86}, {0, 152.5, 99}, 3.2, 4.2), 8);
}

double lips(double d, const Vec3& p) {
    // The groove under the nose and the dip below the lower lip first, so that the lips lie on them.
    d = carve(d, rod(p, {0, 146, 91}, {0, 134, 90}, 1.8, 2.4), 10);
    d = carve(d, rod(p, {0, 112, 89}, {12, 114, 85}, 3, 2), 18);
    const double y = mouth_y;
    // Upper lip: a low middle with two soft peaks, thinning to the corner.
    d = join(d, rod(p, {0, y + 3.2, 82.6}, {7.5, y + 3.9, 81.8}, 4.0, 4.1), 7);
    d = join(d, rod(p, {7.5, y + 3.9, 81.8}, {mouth_half_width, y + 1.6, 71}, 4.1, 1.5), 7);
    // Lower lip: fuller, in one sweep.
    d = join(d, rod(p, {0, y - 4.9, 80.6}, {10, y - 4.4, 79.2}, 5.6, 5.2), 5);
    return join(d, rod(p, {10, y - 4.4, 79.2}, {mouth_half_width, y - 0.6, 70.5}, 5.2, 1.5), 5);
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
