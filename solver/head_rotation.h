// The head's rotation between its forms: angles as HeadPose keeps them, quaternions, matrices.
#pragma once

#include <Eigen/Geometry>

#include "solver/face_state.h"

namespace mien {

/// Ry(yaw) Rx(pitch) Rz(roll) of a pose's angles.
[[nodiscard]] Eigen::Quaterniond rotation_of(const HeadPose& pose);

/// The angles of a rotation, degrees: pitch in -90..90, yaw and roll in -180..180. At pitch +-90 yaw and roll
/// are one and the same; roll is then 0.
void set_rotation(HeadPose& pose, const Eigen::Quaterniond& rotation);

/// The angle between two rotations, radians, 0..pi.
[[nodiscard]] double angle_between(const Eigen::Quaterniond& a, const Eigen::Quaterniond& b);

/// The rotation by `vector` as axis times angle (radians), and back.
[[nodiscard]] Eigen::Quaterniond rotation_from_vector(const Eigen::Vector3d& vector);
[[nodiscard]] Eigen::Vector3d vector_of(const Eigen::Quaterniond& rotation);

} // namespace mien
