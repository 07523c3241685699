// Where hair grows and which way it lies.
#pragma once

#include "models/generator/vec.h"

namespace mien::head {

/// Directions on the scalp, seen from a point inside the skull.
struct ScalpPlace {
    double round; ///< radians round the head, 0 in front, + to the character's left, to +-pi behind
    double up;    ///< radians above the horizontal
};
[[nodiscard]] ScalpPlace scalp_place(const Vec3& p);

/// Elevation at which hair ends at this side of the head.
[[nodiscard]] double hairline(double round);

/// The scalp's surface in a direction: `s` runs from the hairline (0) to the crown (1).
[[nodiscard]] Vec3 scalp_point(double round, double s);

/// The point behind the crown from which hair grows in all directions.
[[nodiscard]] Vec3 whorl();

/// Unit direction along the scalp in which hair is combed at this place: out of a whorl behind the crown,
/// forwards and to the character's left in front, down and backwards at the sides.
[[nodiscard]] Vec3 combed(const Vec3& p);

} // namespace mien::head
