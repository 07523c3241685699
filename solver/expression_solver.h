// From points in the head's own frame to weights: the interface behind which the kinds of solver stand.
#pragma once

#include <memory>

#include <Eigen/Core>

#include "capture/landmark_frame.h"
#include "solver/face_state.h"

namespace mien {

/// What an expression solver sees of one frame. Columns are landmarks; unit: the distance between the eyes'
/// outer corners; origin between them; x to the performer's left, y up, z out of the face.
struct ExpressionInput {
    const Eigen::Matrix3Xd& points;  ///< this frame's
    const Eigen::Matrix3Xd& neutral; ///< the performer at rest
    double yaw = 0;                  ///< degrees, as HeadPose: from where the points were seen
    double pitch = 0;
    double roll = 0;
};

/// Const and without memory: the same input gives the same weights. Any thread.
class ExpressionSolver {
public:
    virtual ~ExpressionSolver() = default;
    /// Weights in 0..1; exactly 0 for channels that it does not solve.
    [[nodiscard]] virtual Weights solve(const ExpressionInput& input) const = 0;
};

/// The solver for a scheme, from the data built into the program; never null for a scheme other than none.
[[nodiscard]] std::unique_ptr<ExpressionSolver> make_expression_solver(Scheme scheme);

} // namespace mien
