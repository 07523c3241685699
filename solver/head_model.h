// The average person's head as the solver uses it: in eye-corner units (the distance between the eyes' outer
// corners is 1, the origin between them), x to the performer's left, y up, z out of the face.
#pragma once

#include <Eigen/Core>

#include "solver/canonical_face.h"

namespace mien {

/// The outer eye corners' distance of an adult in metres: the canonical face's 8.89 cm, whose eyeballs'
/// centres are then 62.5 mm apart, the adult mean being 62 to 63 mm.
inline constexpr double metres_per_unit = 0.0900;

/// The middle between the eyeballs' centres in the head frame. The centres lie behind the lids: measured on a
/// face model that has eyeballs (ICT-FaceKit's), laid over the canonical face by its nose, eye corners and
/// brows.
[[nodiscard]] Eigen::Vector3d eyes_middle();

/// The canonical face in that unit with the ten iris points added (between the lids), one column per mesh
/// landmark.
[[nodiscard]] Eigen::Matrix3Xd head_model_of(const CanonicalFace& face);

} // namespace mien
