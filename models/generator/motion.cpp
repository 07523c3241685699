#include "models/generator/motion.h"

#include "models/generator/lids.h"
#include "models/generator/mouth.h"
#include "models/generator/sculpture.h"

namespace mien::head {

namespace {

/// Distance sideways and upwards of a point from the mouth's corner over the unrolled face, where "upwards"
/// is counted from the line that runs from the corner to the jaw's hinge.
Vec2 from_corner(const Vec3& p) {
    const double round_the_side = std::abs(p.x) + 0.8 * std::max(0.0, mouth_corner.z - p.z);
    const double sideways = round_the_side - mouth_half_width;
    const double rise = (jaw_hinge.y - mouth_y) / 86.0; // millimetres up per millimetre along that line
    return {sideways,
            p.y - lip_line_y(std::min(std::abs(p.x), mouth_half_width)) - rise * std::max(0.0, sideways)};
}

} // namespace

double jaw_share(const FacePoint& point) {
    switch (point.kind) {
    case FacePoint::Kind::lower_teeth:
        return 1;
    case FacePoint::Kind::tongue:
        return smooth_step(10, 45, point.p.z);
    case FacePoint::Kind::skin:
        break;
    default:
        return 0;
    }
    const Vec3& p = point.p;
    Vec2 q = from_corner(p);
    if (point.lip != 0 && q.x < 0) q.y = point.lip * std::abs(q.y);
    // The angle round the corner: the lips are its two ends, the cheek lies between.
    const double angle = q.x < 0 && q.y == 0 ? (point.lip >= 0 ? pi : -pi) : std::atan2(q.y, q.x);
    const double round_corner = smooth_step(radians(115), radians(-115), angle);
    // On the lips the opening is an oval: both leave the corner, which goes half way, steeply.
    const double s = std::clamp(1 + q.x / mouth_half_width, 0.0, 1.0);
    const double side = point.lip != 0 ? point.lip : std::clamp(q.y / 4, -1.0, 1.0);
    const double oval = 0.5 - 0.5 * side * std::pow(1 - s * s, 0.42);
    const double near = bell(std::hypot(std::max(0.0, q.x), point.inward > 0 ? 0.0 : q.y), 9.0);
    double share = mix(round_corner, oval, near);
    share *= smooth_step(52, 12, q.y);
    share *= smooth_step(-22, 22, p.z - (point.inward > 1 ? -40 : 0));
    if (point.inward == 0) share *= smooth_step(76, 116, p.y + 0.45 * p.z);
    return share;
}

Vec3 move_jaw(const FacePoint& point, double degrees, const Vec3& shift) {
    const double share = jaw_share(point);
    const double a = radians(degrees);
    const Vec3 r = point.p - jaw_hinge;
    const Vec3 turned{r.x, r.y * std::cos(a) - r.z * std::sin(a), r.y * std::sin(a) + r.z * std::cos(a)};
    return share * (turned - r + shift);
}

Vec3 move_lids(const FacePoint& point, const LidMove& move) {
    const bool film = point.kind == FacePoint::Kind::lid_film;
    if (point.p.x <= 0 || (point.kind != FacePoint::Kind::skin && !film)) return Vec3{0};
    EyeAngles a = eye_angles(point.p);
    if (a.radius > 3 * eye_radius || std::cos(a.outwards) < 0) return Vec3{0};
    const double t = lid_place(a.outwards);
    const double arch = std::sin(pi * t);
    const double upper = upper_lid(t).up, lower = lower_lid(t).up, closed = closed_lid(t).up;
    const double upper_move = (closed - upper) * move.close + move.upper * arch;
    const double lower_move = (closed - lower) * move.close + move.lower * arch;
    if (film) {
        a.up += mix(lower_move, upper_move, 0.5 + 0.5 * point.lid);
        a.outwards += move.outwards * arch;
        return eye_point(a) - point.p;
    }
    const bool is_upper = point.lid != 0 ? point.lid > 0 : a.up > closed;
    // From the rim, where all of it moves, to the brow or cheek bone, where nothing does.
    const double reach = is_upper ? radians(24) : radians(36);
    const double away = std::clamp((is_upper ? a.up - upper : lower - a.up) / reach, 0.0, 1.0);
    const double share =
        (1 - away) * (1 - away) * (1 + 2 * away) * smooth_step(lid_radius + 8, lid_radius + 1.5, a.radius);
    a.up += (is_upper ? upper_move : lower_move) * share;
    a.outwards += move.outwards * share * arch;
    return eye_point(a) - point.p;
}

double lip_share(const FacePoint& f, double reach) {
    if (f.kind != FacePoint::Kind::skin) return 0;
    if (f.inward > 1) return std::max(0.0, 1 - (f.inward - 1) * 2.2);
    const double x = std::abs(f.p.x);
    const double beyond = std::max(0.0, x - mouth_half_width);
    const double y = f.p.y;
    const double line = lip_line_y(std::min(x, mouth_half_width));
    const double over =
        std::max({0.0, y - std::max(line, upper_lip_border_y(x)), std::min(line, lower_lip_border_y(x)) - y});
    return bell(std::hypot(beyond, over), reach) * smooth_step(20, 55, f.p.z);
}
double lip_side(const FacePoint& f) {
    if (f.lip != 0) return f.lip;
    return std::clamp((f.p.y - lip_line_y(std::min(std::abs(f.p.x), mouth_half_width))) / 3.0, -1.0, 1.0);
}
Vec3 turn_eye(const FacePoint& point, double outwards, double up) {
    if (point.kind != FacePoint::Kind::eyeball || point.p.x <= 0) return Vec3{0};
    const Vec3 r = point.p - eye_centre;
    const double o = radians(outwards), u = radians(up);
    const Vec3 raised{r.x, r.y * std::cos(u) + r.z * std::sin(u), r.z * std::cos(u) - r.y * std::sin(u)};
    const Vec3 turned{raised.x * std::cos(o) + raised.z * std::sin(o), raised.y,
                      raised.z * std::cos(o) - raised.x * std::sin(o)};
    return turned - r;
}

double Brush::at(const Vec3& p) const {
    const Vec3 q = (p - centre) / radii;
    return std::exp(-glm::dot(q, q));
}

Vec3 along_surface(const Vec3& p, const Vec3& move) {
    const double before = underlay_distance(p);
    const Vec3 moved = p + move;
    const double after = underlay_distance(moved);
    return move - gradient(&underlay_distance, moved) * (after - before);
}

double lid_freedom(const Vec3& p) {
    const EyeAngles a = eye_angles({std::abs(p.x), p.y, p.z});
    if (a.radius > 2 * eye_radius || std::cos(a.outwards) < 0) return 1;
    const double t = lid_place(a.outwards);
    const double up = a.up - upper_lid(t).up, down = lower_lid(t).up - a.up;
    const double beside =
        std::max({0.0, lid_place_unbounded(a.outwards) - 1, -lid_place_unbounded(a.outwards)}) * radians(124);
    return smooth_step(radians(3), radians(21), std::hypot(std::max({up, down, 0.0}), beside));
}

Vec3 slide(const FacePoint& point, const Brush& brush, const Vec3& move) {
    if (point.kind != FacePoint::Kind::skin) return Vec3{0};
    const double share = brush.at(point.p) * lid_freedom(point.p) * point.loose;
    if (share < 1e-3) return Vec3{0};
    return along_surface(point.p, move * share);
}

Vec3 swell(const FacePoint& point, const Brush& brush, double amount) {
    if (point.kind != FacePoint::Kind::skin) return Vec3{0};
    const double share = brush.at(point.p) * lid_freedom(point.p) * point.loose;
    if (share < 1e-3) return Vec3{0};
    return gradient(&underlay_distance, point.p) * (share * amount);
}

} // namespace mien::head
