#include "models/generator/expressions.h"
#include "models/generator/motion.h"
#include "models/generator/mouth.h"

namespace mien::head {

namespace {

constexpr double jaw_open_degrees = 19;
/// Of the lower lip's way when the jaw is open, where the lips meet when mouthClose shuts them.
constexpr double lips_meet_at = 0.4;

constexpr Brush corner{{26, 126, 74}, {17, 15, 24}};
constexpr Brush cheek{{40, 154, 64}, {20, 17, 26}};
constexpr Brush mouth_region{{0, 125, 84}, {32, 21, 34}};
constexpr Brush chin_pad{{0, 104, 82}, {20, 11, 26}};

/// How strongly a point belongs to the lips: 1 on the red and inside, fading over the skin round it.
double lip_share(const FacePoint& f, double reach = 11) {
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
/// +1 over, -1 under the line of the lips, smooth except where they touch.
double lip_side(const FacePoint& f) {
    if (f.lip != 0) return f.lip;
    return std::clamp((f.p.y - lip_line_y(std::min(std::abs(f.p.x), mouth_half_width))) / 3.0, -1.0, 1.0);
}
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
    FacePoint on_lower_lip = f;
    on_lower_lip.p.y = lip_line_y(std::min(std::abs(f.p.x), mouth_half_width));
    on_lower_lip.lip = -1;
    on_lower_lip.inward = 1;
    const Vec3 together = jaw_open(on_lower_lip) * lips_meet_at;
    return (together - jaw_open(f)) * lip_share(f, 9);
}

Vec3 smile(const FacePoint& f) {
    return slide(f, corner, {7.5, 8.0, 0}) + slide(f, cheek, {1.5, 4.5, 0}) +
           swell(f, {{40, 158, 64}, {17, 13, 26}}, 3.2) +
           slide(f, {{35, 177, 66}, {18, 8, 24}}, {0, 1.3, 0}) + move_lids(f, {.lower = radians(3)});
}

Vec3 frown(const FacePoint& f) {
    return slide(f, corner, {0.5, -7.5, 0}) + slide(f, {{26, 112, 70}, {14, 11, 22}}, {0, -2.0, 0}) +
           slide(f, {{0, 118, 84}, {16, 8, 24}}, {0, 0.7, 0});
}

Vec3 dimple(const FacePoint& f) {
    return slide(f, corner, {4.5, 1.0, 0}) + swell(f, {{29, 127, 72}, {8, 9, 18}}, -3.0);
}

Vec3 stretch(const FacePoint& f) {
    return slide(f, corner, {8.0, -3.0, 0}) + slide(f, {{30, 108, 62}, {16, 14, 28}}, {3.0, -1.5, 0});
}

Vec3 press(const FacePoint& f) {
    const double middle = bell(f.p.x - 14, 16);
    return move_lips(f, {0, -1.4, -1.2}, {0, 1.4, -1.2}, 6) * middle +
           swell(f, {{28, 126, 72}, {8, 8, 18}}, -1.2);
}

Vec3 upper_up(const FacePoint& f) {
    const double side = std::max(0.0, lip_side(f));
    const double here = bell(f.p.x - 11, 13);
    return Vec3{0.8, 6.0, 0.6} * (side * here * lip_share(f, 12)) +
           slide(f, {{16, 148, 82}, {11, 12, 20}}, {0.5, 2.2, 0});
}

Vec3 lower_down(const FacePoint& f) {
    const double side = std::max(0.0, -lip_side(f));
    const double here = bell(f.p.x - 11, 13);
    return Vec3{0.6, -6.5, 0.4} * (side * here * lip_share(f, 11));
}

Vec3 pucker(const FacePoint& f) {
    if (f.kind != FacePoint::Kind::skin) return Vec3{0};
    const double share = std::max(mouth_region.at(f.p), lip_share(f, 14));
    const double gather = f.inward > 1 ? lip_share(f) : share;
    const Vec3 inwards = along_surface(f.p, {-0.50 * f.p.x * gather, (mouth_y - f.p.y) * 0.06 * gather, 0});
    const double forward = lip_share(f, 12);
    return (f.inward > 0.9 ? Vec3{-0.50 * f.p.x * gather, 0, 0} : inwards) +
           Vec3{0, lip_side(f) * 0.8 * forward,
                7.5 * forward + 5.0 * (1 - lip_middle(f)) * (f.inward > 0.9 ? gather : 0)};
}

Vec3 funnel(const FacePoint& f) {
    const double share = lip_share(f, 13);
    const double middle = lip_middle(f);
    return Vec3{-0.30 * f.p.x * share, 0, (4.5 + 3.0 * middle) * share} +
           move_lips(f, {0, 4.5 * middle, 0.5}, {0, -5.0 * middle, 0.5}, 10);
}

Vec3 roll_upper(const FacePoint& f) {
    const double side = std::max(0.0, lip_side(f));
    return Vec3{0, -3.0, -5.0} * (side * std::sqrt(lip_middle(f)) * lip_share(f, 5));
}
Vec3 roll_lower(const FacePoint& f) {
    const double side = std::max(0.0, -lip_side(f));
    return Vec3{0, 3.0, -5.0} * (side * std::sqrt(lip_middle(f)) * lip_share(f, 5));
}

Vec3 shrug_upper(const FacePoint& f) {
    const double side = std::max(0.0, lip_side(f));
    return Vec3{0, 3.5, 1.5} * (side * lip_middle(f) * lip_share(f, 12));
}
Vec3 shrug_lower(const FacePoint& f) {
    // The chin's muscle pushes the lower lip up and out.
    const double side = std::max(0.0, -lip_side(f));
    return Vec3{0, 3.5, 2.5} * (side * lip_middle(f) * lip_share(f, 10)) + slide(f, chin_pad, {0, 3.5, 0}) +
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
