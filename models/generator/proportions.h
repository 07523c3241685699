// Where the features of the face lie: the numbers that sculpture, lids, lips, expressions, paint and
// skeleton share. Left half (x > 0) only; the right one is its mirror image. Millimetres (vec.h).
// Chosen by eye, starting from adult averages: eyes and iris a little larger, nose and jaw smaller.
#pragma once

#include "models/generator/vec.h"

namespace mien::head {

inline constexpr Vec3 eye_centre{32.5, 194, 61.5};
inline constexpr double eye_radius = 15.5;
inline constexpr double iris_angle = radians(27.5); ///< half opening angle of the iris, seen from the centre
inline constexpr double pupil_angle = radians(11);
/// Outer surface of the lids, as a ball around the eye; thick enough that a lid half way down its straight
/// morph path still covers the eyeball.
inline constexpr double lid_radius = eye_radius + 1.9;

inline constexpr double mouth_y = 125.0;         ///< where the lips meet
inline constexpr double mouth_half_width = 25.5; ///< corner of the mouth
inline constexpr Vec3 mouth_corner{mouth_half_width, mouth_y + 0.8, 75.5};
inline constexpr Vec3 mouth_front{0, mouth_y, 86};

inline constexpr Vec3 nose_tip{0, 156, 109};
inline constexpr Vec3 chin{0, 103, 80};
/// The axis about which the lower jaw turns runs through this point, along x.
inline constexpr Vec3 jaw_hinge{56, 163, 6};
inline constexpr Vec3 ear_centre{73, 176, -8};
inline constexpr Vec3 head_pivot{0, 140, -14}; ///< where skull and neck meet
inline constexpr Vec3 neck_pivot{0, 18, -30};
inline constexpr double crown_y = 318;

} // namespace mien::head
