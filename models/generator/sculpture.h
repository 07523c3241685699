// The head as a signed distance field: soft unions of a few dozen ellipsoids and capsules, one per
// anatomical form. Meshes are laid onto it (skin.h); it also tells how far skin is from bone and how
// deep a crease is (ambient occlusion). Pure functions, any thread.
#pragma once

#include "models/generator/vec.h"

namespace mien::head {

/// Millimetres to the skin, negative inside: the whole neutral face without ears (they are built as rings,
/// ear.h) and without the mouth's inside.
[[nodiscard]] double skin_distance(const Vec3& p);

/// The same without nose, lips and lids: the smooth form over which skin slides when the face moves.
[[nodiscard]] double underlay_distance(const Vec3& p);

using DistanceField = double (*)(const Vec3&);

/// Unit direction of growing distance.
[[nodiscard]] Vec3 gradient(DistanceField field, const Vec3& p);

/// Moves `p` along the gradient until `field` has the value `level` there.
[[nodiscard]] Vec3 project(DistanceField field, Vec3 p, double level = 0);

} // namespace mien::head
