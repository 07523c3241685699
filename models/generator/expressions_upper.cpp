#include "models/generator/expressions.h"
#include "models/generator/motion.h"

namespace mien::head {

namespace {

/// How far an eyeball turns at weight 1 of a look.
constexpr double gaze_degrees = 30;

// Where the muscles pull. Radii are chosen so that neighbouring movements overlap and add up smoothly.
constexpr Brush inner_brow{{13, 217, 76}, {17, 24, 28}};
constexpr Brush middle_brow{{31, 219, 72}, {17, 22, 26}};
constexpr Brush outer_brow{{47, 216, 58}, {16, 22, 28}};
constexpr Brush glabella{{0, 208, 80}, {12, 14, 20}};
constexpr Brush under_eye{{36, 174, 66}, {19, 10, 24}};
constexpr Brush cheek{{38, 162, 66}, {19, 15, 24}};
constexpr Brush puffed_cheek{{38, 141, 62}, {19, 17, 26}};
constexpr Brush nose_wing{from_nose({13, 7, 2}), {9, 10, 14}};
constexpr Brush nose_side{from_nose({10, 25, 0}), {9, 12, 16}};

Vec3 brow_down(const FacePoint& f) {
    // Corrugator and depressor: down and towards the middle, the skin bunching over the nose's root.
    return slide(f, inner_brow, {-3.0, -6.5, 0}) + slide(f, middle_brow, {-1.8, -5.0, 0}) +
           slide(f, outer_brow, {-0.8, -2.0, 0}) + swell(f, inner_brow, 1.6) +
           move_lids(f, {.upper = radians(-3)});
}

Vec3 brow_inner_up(const FacePoint& f) {
    // Both inner ends, the middle of the forehead with them.
    return slide(f, inner_brow, {0.8, 7.0, 0}) + slide(f, {{0, 216, 80}, {12, 20, 24}}, {0, 4.0, 0}) +
           slide(f, middle_brow, {0, 2.5, 0}) + slide(f, {{10, 236, 80}, {26, 14, 30}}, {0, 3.0, 0}) +
           move_lids(f, {.upper = radians(1.5)});
}

Vec3 brow_outer_up(const FacePoint& f) {
    return slide(f, outer_brow, {1.0, 8.0, 0}) + slide(f, middle_brow, {0.6, 5.0, 0}) +
           slide(f, {{44, 234, 64}, {20, 14, 30}}, {0, 3.0, 0}) + move_lids(f, {.upper = radians(1.5)});
}

Vec3 squint(const FacePoint& f) {
    return move_lids(f, {.upper = radians(-5), .lower = radians(9)}) + slide(f, under_eye, {0, 2.5, 0}) +
           swell(f, {{34, 180, 70}, {17, 5, 20}}, 1.2);
}

Vec3 cheek_squint(const FacePoint& f) {
    return slide(f, cheek, {1.0, 4.5, 0}) + swell(f, {{37, 168, 66}, {17, 12, 24}}, 3.0) +
           slide(f, under_eye, {0, 3.0, 0}) + move_lids(f, {.lower = radians(6)});
}

Vec3 nose_sneer(const FacePoint& f) {
    return slide(f, nose_wing, {1.5, 6.5, 0}) + slide(f, nose_side, {0.5, 4.5, 0}) +
           swell(f, nose_side, 1.2) + slide(f, {{12, mouth_y + 12, 84}, {11, 9, 18}}, {0.5, 3.5, 0.5}) +
           slide(f, glabella, {0, -1.5, 0}) + slide(f, under_eye, {-0.5, 1.2, 0});
}

Vec3 cheek_puff(const FacePoint& f) {
    const Vec3 lips = f.lip != 0 ? Vec3{0} : slide(f, {{0, mouth_y, 86}, {30, 18, 30}}, {0, 0, 1.5});
    return swell(f, puffed_cheek, 10.0) + lips;
}

} // namespace

std::vector<Movement> upper_face_movements() {
    using enum Symmetry;
    const auto lids = [](const LidMove& move) {
        return [move](const FacePoint& f) { return move_lids(f, move); };
    };
    // The lids ride on the cornea: the upper one follows a lowered gaze half of the way.
    const auto look = [](double outwards, double up, const LidMove& move) {
        return [=](const FacePoint& f) { return turn_eye(f, outwards, up) + move_lids(f, move); };
    };
    return {
        {"browDown", left, brow_down},
        {"browInnerUp", centred, brow_inner_up},
        {"browOuterUp", left, brow_outer_up},
        {"cheekPuff", centred, cheek_puff},
        {"cheekSquint", left, cheek_squint},
        {"eyeBlink", left, lids({.close = 1})},
        {"eyeLookDown", left, look(0, -gaze_degrees, {.upper = radians(-16), .lower = radians(-7)})},
        {"eyeLookIn", left, look(-gaze_degrees, 0, {.outwards = radians(-2)})},
        {"eyeLookOut", left, look(gaze_degrees, 0, {.outwards = radians(2)})},
        {"eyeLookUp", left, look(0, gaze_degrees, {.upper = radians(9), .lower = radians(4)})},
        {"eyeSquint", left, squint},
        {"eyeWide", left, lids({.upper = radians(11), .lower = radians(-3)})},
        {"noseSneer", left, nose_sneer},
    };
}

} // namespace mien::head
