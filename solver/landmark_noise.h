// What moves the landmarks of a face besides its expressions: the tracker's noise, errors of the pose, and
// what is each person's own. A fit that weighs a displacement by its likelihood under this noise reads twice
// as well as one that counts every landmark alike.
#pragma once

#include <Eigen/Core>

namespace mien {

/// A normal distribution of features (2p values, BoundedFit's): its strongest directions one by one, all
/// others with one variance.
struct LandmarkNoise {
    Eigen::MatrixXf directions; ///< k x 2p, rows of length 1 at right angles to each other
    Eigen::VectorXf variances;  ///< k
    float rest = 0;             ///< the variance along every other direction
    float ridge = 1;            ///< added to every variance, so that no direction counts without limit

    /// (covariance + ridge)^-1 of every row (n x 2p).
    [[nodiscard]] Eigen::MatrixXf whitened(const Eigen::MatrixXf& rows) const;
};

} // namespace mien
