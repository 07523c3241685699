// What can be measured at the eyes directly, without a trained fit: how far the lids are shut, where the eyes
// look.
#pragma once

#include <Eigen/Core>

#include "solver/scheme_layout.h"

namespace mien {

/// Mean height of the gap between the lids, in the unit of `points` (head frame).
[[nodiscard]] double lid_aperture(const Eigen::Matrix3Xd& points, const EyeLayout& eye);

/// Landmarks of shut lids do not meet: the share of the neutral gap that they keep on a typical face. A
/// constant of the trained network's inputs (models/train/mesh_features.py).
[[nodiscard]] double lid_shut_share(Scheme scheme);

/// How far an eye is shut: 0 at the neutral aperture or wider, 1 shut. `shut_share` is the aperture that
/// landmarks of a shut eye still show, as a share of the neutral one. 0 where the neutral aperture is
/// unusable.
[[nodiscard]] double lid_closure(const Eigen::Matrix3Xd& points, const Eigen::Matrix3Xd& neutral,
                                 const EyeLayout& eye, double shut_share);

/// Where an eye looks against the neutral, degrees: from the iris's place between the eye's corners.
struct GazeAngles {
    double left = 0; ///< towards the performer's left
    double down = 0;
};
/// Nothing to measure (0, 0) where the scheme has no irises.
[[nodiscard]] GazeAngles gaze_of(const Eigen::Matrix3Xd& points, const Eigen::Matrix3Xd& neutral,
                                 const EyeLayout& eye);

} // namespace mien
