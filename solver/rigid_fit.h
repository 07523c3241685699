// Head pose: where a rigid model of the head must be so that its points are seen where the landmarks are.
// Perspective is taken into account, so a face at the picture's edge is not mistaken for a turned one.
#pragma once

#include <optional>
#include <span>

#include <Eigen/Core>
#include <Eigen/Geometry>

#include "capture/landmark_frame.h"
#include "solver/camera_model.h"
#include "solver/scheme_layout.h"

namespace mien {

/// Where the model stands: point = rotation * model + translation, in camera space and the model's unit.
struct RigidPose {
    Eigen::Quaterniond rotation = Eigen::Quaterniond::Identity();
    Eigen::Vector3d translation = Eigen::Vector3d::Zero();
    double depth = 0;    ///< of the model's rigid points on average, positive
    double z_offset = 0; ///< pixels: the landmarks' z at that depth; 0 where the scheme has no depth
    double residual = 0; ///< median distance of the rigid points to the model's, model unit
};

/// Gauss-Newton on the image positions of the layout's rigid points (and, weakly, on the measured depth),
/// with reweighting, so that a brow or an ear that moves does not turn the head. `model` has a column per
/// landmark. Nothing where the points do not determine a pose (all on one spot, not finite).
[[nodiscard]] std::optional<RigidPose> fit_rigid(std::span<const Landmark> landmarks,
                                                 const Eigen::Matrix3Xd& model, const SchemeLayout& layout,
                                                 const CameraModel& camera);

/// All landmarks in the head's own frame, in the model's unit: the perspective and the pose undone. Where the
/// scheme has no depth each point is put at the depth that `model` has there.
void to_head_frame(std::span<const Landmark> landmarks, const Eigen::Matrix3Xd& model,
                   const SchemeLayout& layout, const CameraModel& camera, const RigidPose& pose,
                   Eigen::Matrix3Xd& points);

/// Both for a frame of the layout's scheme: the pose of `model`, and the landmarks in its frame into
/// `points`.
[[nodiscard]] std::optional<RigidPose> see_head(const LandmarkFrame& frame, const Eigen::Matrix3Xd& model,
                                                const SchemeLayout& layout, double vertical_fov,
                                                Eigen::Matrix3Xd& points);

} // namespace mien
