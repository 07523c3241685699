// The movements that expressions are made of. Each gives a point's displacement in millimetres; they are
// fields over space, so that whatever sits on the skin (brows, lashes) follows by being asked at its own
// place. "Left" movements: the mirror image gives the right ones.
#pragma once

#include "models/generator/face_point.h"

namespace mien::head {

/// How much of the lower jaw's movement a point takes part in, 0..1.
[[nodiscard]] double jaw_share(const FacePoint& point);

/// The jaw turned open by `degrees` and moved by `shift`.
[[nodiscard]] Vec3 move_jaw(const FacePoint& point, double degrees, const Vec3& shift = Vec3{0});

/// New heights of the left eye's lids: how far their rims move, in radians, at each place of the opening.
struct LidMove {
    double upper = 0; ///< radians up in the middle of the opening; follows the opening's arch to the corners
    double lower = 0;
    double close = 0;    ///< 0..1 of the way to meet at closed_lid
    double outwards = 0; ///< radians sideways
};
[[nodiscard]] Vec3 move_lids(const FacePoint& point, const LidMove& move);

/// How strongly a point belongs to the lips: 1 on the red and just inside, fading over `reach` millimetres of
/// the skin round it.
[[nodiscard]] double lip_share(const FacePoint& f, double reach);
/// +1 over, -1 under the line of the lips, smooth except where they touch.
[[nodiscard]] double lip_side(const FacePoint& f);

/// The left eyeball turned: towards the temple and upwards, degrees.
[[nodiscard]] Vec3 turn_eye(const FacePoint& point, double outwards, double up);

/// A soft brush: 1 in its middle, 1/e at its radii.
struct Brush {
    Vec3 centre;
    Vec3 radii;
    [[nodiscard]] double at(const Vec3& p) const;
};

/// 0 on the rims of the lids, 1 away from them: what pulls at the skin round an eye must not lift its lids
/// off the eyeball; lids move by move_lids alone.
[[nodiscard]] double lid_freedom(const Vec3& p);

/// Moves the skin under a brush along the head's surface: what goes sideways stays as far from the bone as it
/// was.
[[nodiscard]] Vec3 slide(const FacePoint& point, const Brush& brush, const Vec3& move);

/// Lets the skin under a brush swell (or, negative, sink) along the underlying surface's normal.
[[nodiscard]] Vec3 swell(const FacePoint& point, const Brush& brush, double amount);

/// `move` corrected so that the point's distance from the underlying form stays the same.
[[nodiscard]] Vec3 along_surface(const Vec3& p, const Vec3& move);

} // namespace mien::head
