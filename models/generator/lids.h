// The left eye's opening and the skin round it. Places on and round the eyeball are given in the eye's own
// angles, so that "the lid is lower by ten degrees" means what it says.
#pragma once

#include "models/generator/proportions.h"
#include "models/generator/skin.h"

namespace mien::head {

/// A place seen from the eyeball's centre.
struct EyeAngles {
    double outwards; ///< radians from straight ahead, + towards the temple
    double up;       ///< radians above the horizontal plane
    double radius;   ///< millimetres
};
[[nodiscard]] EyeAngles eye_angles(const Vec3& p);
[[nodiscard]] Vec3 eye_point(const EyeAngles& a);

/// The opening's rim at rest: `t` runs from the inner corner (0) to the outer one (1). Radius is lid_radius.
[[nodiscard]] EyeAngles upper_lid(double t);
[[nodiscard]] EyeAngles lower_lid(double t);
/// Where the lids meet when shut: nearer the lower lid, since the upper one does most of the way.
[[nodiscard]] EyeAngles closed_lid(double t);
/// The `t` of the opening that lies in this direction.
[[nodiscard]] double lid_place(double outwards);
/// The same, going on beyond the corners.
[[nodiscard]] double lid_place_unbounded(double outwards);

/// Lays the lid's edge and everything behind it; returns nothing free. Marks what it laid in `fixed`.
void lay_lids(Skin& skin, std::vector<bool>& fixed);

} // namespace mien::head
