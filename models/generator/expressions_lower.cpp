#include "models/generator/expressions.h"
#include "models/generator/motion.h"
#include "models/generator/mouth.h"

namespace mien::head {

namespace {

constexpr double jaw_open_degrees = 19;
/// Of the jaw's way, where the lips meet when mouthClose shuts them. The corner goes half way with the jaw
/// anyway.
constexpr double lips_meet_in_middle = 0.42, lips_meet_at_corner = 0.5;

constexpr Brush corner{mouth_corner, {17, 15, 24}};
constexpr Brush cheek{{40, 158, 64}, {20, 17, 26}};
constexpr Brush mouth_region{{0, mouth_y, 84}, {32, 21, 34}};
constexpr Brush chin_pad{{0, 111, 80}, {19, 9, 26}};

/// 1 in the middle of the lips, 0 at the corners.
double lip_middle(const FacePoint& f) {
    const double s = std::min(1.0, std::abs(f.p.x) / mouth_half_width);
    return 1 - s * s;
}
Vec3 move_lips(const FacePoint& f, const Vec3& upper, const Vec3& lower, double reach = 11) {
    const double side = lip_side(f);
    return mix(lower, upper, 0.5 + 0.5 * side) * lip_share(f, reach);
}

Vec3 jaw_open(const FacePoint& f) {
    return move_jaw(f, jaw_open_degrees);
}

Vec3 mouth_close(const FacePoint& f) {
    if (f.kind != FacePoint::Kind::skin) return Vec3{0};
    // Both lips go to the same place, whatever the jaw does at this point: a share of its full movement.
    FacePoint jaw_itself = f;
    jaw_itself.kind = FacePoint::Kind::lower_teeth;
    jaw_itself.p.y = lip_line_y(std::min(std::abs(f.p.x), mouth_half_width));
    const Vec3 together = jaw_open(jaw_itself) * mix(lips_meet_at_corner, lips_meet_in_middle, lip_middle(f));
    return (together - jaw_open(f)) * lip_share(f, 8);
}

Vec3 smile(const FacePoint& f) {
    return slide(f, corner, {8.5, 8.5, 0}) + slide(f, cheek, {1.5, 5.0, 0}) +
           swell(f, {{40, 161, 64}, {17, 13, 26}}, 3.2) +
           slide(f, {{35, 177, 66}, {18, 8, 24}}, {0, 1.3, 0}) + move_lids(f, {.lower = radians(3)});
}

Vec3 frown(const FacePoint& f) {
    return slide(f, corner, {0.5, -7.5, 0}) + slide(f, {{26, 116, 70}, {14, 11, 22}}, {0, -2.0, 0}) +
           slide(f, {{0, 123, 84}, {16, 8, 24}}, {0, 0.7, 0});
}

Vec3 dimple(const FacePoint& f) {
    return slide(f, corner, {4.5, 1.0, 0}) + swell(f, {mouth_corner + Vec3{3.5, 1, -2}, {8, 9, 18}}, -3.0);
}

Vec3 stretch(const FacePoint& f) {
    return slide(f, corner, {8.0, -3.0, 0}) + slide(f, {{30, 114, 60}, {16, 14, 28}}, {3.0, -1.5, 0});
}

Vec3 press(const FacePoint& f) {
    const double middle = bell(f.p.x - 14, 16);
    return move_lips(f, {0, -1.4, -1.2}, {0, 1.4, -1.2}, 6) * middle +
           swell(f, {mouth_corner + Vec3{2, 0, -2}, {8, 8, 18}}, -1.2);
}

Vec3 upper_up(const FacePoint& f) {
    const double side = std::max(0.0, lip_side(f));
    const double here = bell(f.p.x - 11, 13);
    return Vec3{0.8, 6.0, 0.6} * (side * here * lip_share(f, 12)) +
           slide(f, {{16, 151, 82}, {11, 12, 20}}, {0.5, 2.2, 0});
}

Vec3 lower_down(const FacePoint& f) {
    const double side = std::max(0.0, -lip_side(f));
    const double here = bell(f.p.x - 11, 13);
    return Vec3{0.6, -6.5, 0.4} * (side * here * lip_share(f, 11));
}

Vec3 pucker(const FacePoint& f) {
    if (f.kind != FacePoint::Kind::skin) return Vec3{0};
    // The ring muscle draws the corners in; the lips, having nowhere else to go, turn out and forwards.
    const double gather = std::max(mouth_region.at(f.p), lip_share(f, 14));
    const bool inside = f.inward > 0.9;
    const Vec3 inwards{-0.52 * f.p.x * gather, (mouth_y - f.p.y) * 0.08 * gather, 0};
    const Vec3 gathered =
        inside ? Vec3{inwards.x, 0, 0.30 * std::abs(inwards.x)} : along_surface(f.p, inwards);
    const double forward = lip_share(f, 12);
    const double thicker = lip_side(f) * 1.6 * f.inward * (1 - std::min(1.0, f.inward)) * 4;
    return gathered + Vec3{0, thicker * lip_middle(f), 7.5 * forward};
}

Vec3 funnel(const FacePoint& f) {
    const double share = lip_share(f, 13);
    const double middle = lip_middle(f);
    return Vec3{-0.40 * f.p.x * share, 0, (5.5 + 3.0 * middle) * share} +
           move_lips(f, {0, 5.5 * middle, 0.5}, {0, -6.0 * middle, 0.5}, 10);
}

Vec3 roll_upper(const FacePoint& f) {
    const double side = std::max(0.0, lip_side(f));
    return Vec3{0, -3.0, -5.0} * (side * std::sqrt(lip_middle(f)) * lip_share(f, 5));
}
Vec3 roll_lower(const FacePoint& f) {
    const double side = std::max(0.0, -lip_side(f));
    return Vec3{0, 3.0, -5.0} * (side * std::sqrt(lip_middle(f)) * lip_share(f, 5));
}

/// Lips that stay shut: all of the pushing lip goes, and of the other one what lies near the line of contact.
double pushed_share(const FacePoint& f, double pushing_side) {
    const double side = lip_side(f) * pushing_side;
    const double away = std::abs(f.p.y - lip_line_y(std::min(std::abs(f.p.x), mouth_half_width)));
    return (side > 0 ? 1.0 : bell(away, 5)) * lip_middle(f) * lip_share(f, 12);
}
Vec3 shrug_upper(const FacePoint& f) {
    return Vec3{0, 3.2, 1.8} * pushed_share(f, 1);
}
Vec3 shrug_lower(const FacePoint& f) {
    // The chin's muscle pushes the lower lip up and out against the upper one.
    return Vec3{0, 3.2, 2.2} * pushed_share(f, -1) + slide(f, chin_pad, {0, 4.0, 0}) +
           swell(f, chin_pad, 1.2);
}

Vec3 mouth_left(const FacePoint& f) {
    if (f.kind != FacePoint::Kind::skin) return Vec3{0};
    const double share = std::max(mouth_region.at(f.p), lip_share(f, 16));
    if (f.inward > 0.9) return Vec3{8.0, 0, 0} * share;
    return along_surface(f.p, Vec3{8.0, 0.6 * bell(f.p.x - 26, 20), 0} * share);
}

Vec3 tongue_out(const FacePoint& f) {
    if (f.kind != FacePoint::Kind::tongue) return Vec3{0};
    const double tip = smooth_step(25, 76, f.p.z);
    return Vec3{0, -6 * tip * tip, 30 * tip};
}

} // namespace

std::vector<Movement> lower_face_movements() {
    using enum Symmetry;
    const auto jaw = [](const Vec3& shift) {
        return [shift](const FacePoint& f) { return move_jaw(f, 0, shift); };
    };
    return {
        {"jawForward", centred, jaw({0, -0.5, 6})},
        {"jaw", left, jaw({7, 0, 0})},
        {"jawOpen", centred, jaw_open},
        {"mouthClose", centred, mouth_close},
        {"mouthDimple", left, dimple},
        {"mouthFrown", left, frown},
        {"mouthFunnel", centred, funnel},
        {"mouth", left, mouth_left},
        {"mouthLowerDown", left, lower_down},
        {"mouthPress", left, press},
        {"mouthPucker", centred, pucker},
        {"mouthRollLower", centred, roll_lower},
        {"mouthRollUpper", centred, roll_upper},
        {"mouthShrugLower", centred, shrug_lower},
        {"mouthShrugUpper", centred, shrug_upper},
        {"mouthSmile", left, smile},
        {"mouthStretch", left, stretch},
        {"mouthUpperUp", left, upper_up},
        {"tongueOut", centred, tongue_out},
    };
}

} // namespace mien::head
