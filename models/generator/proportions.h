// Where the features of the face lie: the numbers that sculpture, lids, lips, expressions, paint and
// skeleton share. Left half (x > 0) only; the right one is its mirror image. Millimetres (vec.h).
// Chosen by eye, starting from adult averages: eyes and iris a little larger, nose and jaw smaller.
#pragma once

#include "models/generator/vec.h"

namespace mien::head {

inline constexpr Vec3 eye_centre{33, 192, 59};
inline constexpr double eye_radius = 17.2;
inline constexpr double iris_angle = radians(29.5); ///< half opening angle of the iris, seen from the centre
inline constexpr double pupil_angle = radians(12.5);
/// Outer surface of the lids, as a ball around the eye; thick enough that a lid half way down its straight
/// morph path still covers the eyeball.
inline constexpr double lid_radius = eye_radius + 1.9;

inline constexpr double mouth_y = 130.0;         ///< where the lips meet
inline constexpr double mouth_half_width = 26.0; ///< corner of the mouth
inline constexpr Vec3 mouth_corner{mouth_half_width, mouth_y + 3.2, 73.5};
inline constexpr Vec3 mouth_front{0, mouth_y, 85};

/// Where the nose stands on the upper lip; it is modelled round this point and scaled.
inline constexpr Vec3 nose_foot{0, 149.5, 88};
inline constexpr double nose_scale = 0.92;
[[nodiscard]] constexpr Vec3 to_nose(const Vec3& p) {
    return (p - nose_foot) / nose_scale;
}
[[nodiscard]] constexpr Vec3 from_nose(const Vec3& p) {
    return nose_foot + p * nose_scale;
}

inline constexpr Vec3 chin{0, 111, 79};
/// The axis about which the lower jaw turns runs through this point, along x.
inline constexpr Vec3 jaw_hinge{56, 166, 6};
inline constexpr Vec3 ear_centre{74, 178, -8};
inline constexpr Vec3 head_pivot{0, 143, -14}; ///< where skull and neck meet
inline constexpr Vec3 neck_pivot{0, 18, -30};

} // namespace mien::head
