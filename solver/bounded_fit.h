// The solver whose data ship: the bounded sparse fit of the average person's expressions
// (expression_basis.h), and where the data hold a refinement the mean of the fit and of what a small network
// makes of it. The network looks at the face and at its mirror image: what it learnt is not quite symmetric,
// faces are.
#pragma once

#include <vector>

#include "solver/expression_basis.h"
#include "solver/expression_solver.h"
#include "solver/fit_model.h"

namespace mien {

class BoundedFit final : public ExpressionSolver {
public:
    explicit BoundedFit(FitModel model);

    [[nodiscard]] Weights solve(const ExpressionInput& input) const override;

    [[nodiscard]] const FitModel& model() const { return model_; }
    /// What the fits look at: ten times the displacement of the model's landmarks from the neutral, x and y
    /// in turn.
    [[nodiscard]] Eigen::VectorXf feature(const ExpressionInput& input) const;

    /// All that the solver knows of one frame.
    struct Look {
        Eigen::VectorXf feature;
        Weights fit{};     ///< of the bounded fits alone, their mean
        Weights weights{}; ///< solve()'s
    };
    [[nodiscard]] Look look(const ExpressionInput& input) const;

private:
    /// What an expert's network makes of its fit.
    [[nodiscard]] Weights refine(const Refinement& net, const Weights& fit,
                                 const Eigen::VectorXf& context) const;
    /// What all networks see besides the fit.
    [[nodiscard]] Eigen::VectorXf context_of(const ExpressionInput& input,
                                             const Eigen::VectorXf& feature) const;

    FitModel model_;
    std::vector<ExpressionBasis> bases_; ///< of each expert
    std::vector<Eigen::Index> partner_;  ///< of each point the one that its mirror image lies at
};

} // namespace mien
