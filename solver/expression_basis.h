// How each of the 52 channels moves the landmarks, and the weights that explain a displacement best.
#pragma once

#include <Eigen/Core>

#include "solver/face_state.h"
#include "solver/landmark_noise.h"

namespace mien {

/// The bounded sparse fit: the weights in 0..1 that explain a feature x best, where what noise and style do
/// anyway counts little, and each weight costs a little:
///   minimise 0.5 (x - w B) N (x - w B)' + sum_c penalty_c w_c,  0 <= w <= 1
/// B: the rows; N: the inverse covariance of the noise; penalty_c: sparsity times the length of row c under
/// N. Const after construction: any thread.
class ExpressionBasis {
public:
    /// rows: 52 x 2p, a channel that is not solved is a row of zeros; noise of the same 2p.
    ExpressionBasis(Eigen::MatrixXf rows, const LandmarkNoise& noise, float sparsity);

    [[nodiscard]] const Eigen::MatrixXf& rows() const { return rows_; }
    /// Channels whose row is zero stay exactly 0.
    [[nodiscard]] Weights fit(const Eigen::VectorXf& feature) const;

private:
    Eigen::MatrixXf rows_;
    Eigen::MatrixXf projection_; ///< rows under N: from a feature to its inner products with the rows
    Eigen::MatrixXf gram_;       ///< 52 x 52: the rows' inner products with each other
    Eigen::VectorXf penalty_;
};

/// The minimum of 0.5 w'Aw - b'w + penalty'w over 0 <= w <= 1 by coordinate descent from 0; A = gram (52 x
/// 52, positive semi-definite). Channels with A_cc = 0 stay exactly 0.
[[nodiscard]] Weights minimise_in_box(const Eigen::MatrixXf& gram, const Eigen::VectorXf& b,
                                      const Eigen::VectorXf& penalty);

} // namespace mien
