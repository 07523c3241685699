// One scheme's chain from landmarks to a raw FaceState: pose, head frame, neutral, weights.
#pragma once

#include <memory>
#include <optional>
#include <span>

#include <Eigen/Core>

#include "capture/landmark_frame.h"
#include "solver/calibration/personal_fit.h"
#include "solver/canonical_face.h"
#include "solver/expression_solver.h"
#include "solver/face_state.h"
#include "solver/neutral.h"
#include "solver/rigid_fit.h"
#include "solver/scheme_layout.h"

namespace mien {

/// One owner. All frames must have this scheme and finite points.
class SchemeSolver {
public:
    /// `canonical` is needed for mesh478.
    SchemeSolver(Scheme scheme, const CanonicalFace* canonical);

    [[nodiscard]] Scheme scheme() const { return layout_->scheme; }

    /// Pose and weights without filter and rules; while no neutral is set the frame also feeds the adaptive
    /// one. Nothing where the points show no head.
    [[nodiscard]] std::optional<FaceState> solve(const LandmarkFrame& frame, double vertical_fov);
    /// Feeds the adaptive neutral alone.
    void adapt(const LandmarkFrame& frame, double vertical_fov);
    /// Frames of the performer at rest: from now on the neutral. Does nothing where none shows a head.
    void set_neutral(std::span<const LandmarkFrame> frames, double vertical_fov);
    /// A neutral that is known already, as neutral() and rest() gave it.
    void set_neutral(const Eigen::Matrix3Xd& neutral, const Weights& rest);
    /// From now on the adaptive neutral stays as it is.
    void hold_neutral();
    /// From now on the weights are those of this face. Does nothing where it is not of this scheme.
    void set_face(const FaceBasis& basis, const std::optional<PersonalResponse>& response);

    /// The neutral that was set; nothing while it is adaptive. What the solver reads of it, taken off every
    /// weight.
    [[nodiscard]] const std::optional<Eigen::Matrix3Xd>& neutral() const { return neutral_; }
    [[nodiscard]] const Weights& rest() const { return rest_; }
    /// A frame as expression solvers see it, against the neutral; valid until the next call. Nothing where
    /// the points show no head.
    [[nodiscard]] std::optional<ExpressionInput> input_of(const LandmarkFrame& frame, double vertical_fov);

private:
    /// What points_, seen at a pose, say against a neutral.
    [[nodiscard]] Weights weights_of(const RigidPose& pose, const Eigen::Matrix3Xd& neutral) const;
    /// The same, or what the tracker's own network says, where it has one.
    [[nodiscard]] Weights weights_of(const LandmarkFrame& frame, const RigidPose& pose,
                                     const Eigen::Matrix3Xd& neutral) const;

    const SchemeLayout* layout_;
    std::unique_ptr<ExpressionSolver> expressions_;
    Eigen::Matrix3Xd
        average_; ///< the average person's head, the rigid model until the performer's own is known
    Eigen::Matrix3Xd rest_face_; ///< the average person's face at rest as this tracker sees it
    AdaptiveNeutral adaptive_;
    std::optional<Eigen::Matrix3Xd> neutral_;
    Weights rest_{};          ///< what the fit still reads at the neutral, taken off
    Eigen::Matrix3Xd points_; ///< scratch
};

} // namespace mien
