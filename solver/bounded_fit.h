// The bounded sparse fit: the weights in 0..1 that explain the points' displacement best, where what noise
// and style do anyway counts little (the whitening is in the data), and each weight costs a little.
//   minimise 0.5 |(x - w B) T|^2 + sum_c penalty_c w_c,  0 <= w <= 1
// Where the data hold a refinement, the result is the mean of the fit and of what the network makes of it.
// The network looks at the face and at its mirror image: what it learnt is not quite symmetric, faces are.
#pragma once

#include <vector>

#include "solver/expression_solver.h"
#include "solver/fit_model.h"

namespace mien {

class BoundedFit final : public ExpressionSolver {
public:
    explicit BoundedFit(FitModel model);

    [[nodiscard]] Weights solve(const ExpressionInput& input) const override;

private:
    /// What the network makes of the fit.
    [[nodiscard]] Weights refine(const Weights& fit, const Eigen::VectorXf& feature,
                                 const ExpressionInput& input) const;

    FitModel model_;
    std::vector<Eigen::Index> partner_; ///< of each point the one that its mirror image lies at
};

/// The minimum of 0.5 w'Aw - b'w + penalty'w over 0 <= w <= 1 by coordinate descent from 0; A = gram (52 x
/// 52, positive semi-definite). Channels with A_cc = 0 stay exactly 0.
[[nodiscard]] Weights minimise_in_box(const Eigen::MatrixXf& gram, const Eigen::VectorXf& b,
                                      const Eigen::VectorXf& penalty);

} // namespace mien
