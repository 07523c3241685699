#include "solver/expression_solver.h"

#include "solver/bounded_fit.h"

namespace mien {

std::unique_ptr<ExpressionSolver> make_expression_solver(Scheme scheme) {
    // The bytes are part of the program: value() can fail only if the build is broken.
    return std::make_unique<BoundedFit>(parse_fit_model(embedded_fit_model(scheme), "built in").value());
}

} // namespace mien
