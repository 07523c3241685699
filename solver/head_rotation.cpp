#include "solver/head_rotation.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace mien {
namespace {

constexpr double radians = std::numbers::pi / 180;

} // namespace

Eigen::Quaterniond rotation_of(const HeadPose& pose) {
    using Eigen::AngleAxisd;
    using Eigen::Vector3d;
    return AngleAxisd(pose.yaw * radians, Vector3d::UnitY()) *
           AngleAxisd(pose.pitch * radians, Vector3d::UnitX()) *
           AngleAxisd(pose.roll * radians, Vector3d::UnitZ());
}

void set_rotation(HeadPose& pose, const Eigen::Quaterniond& rotation) {
    // Ry Rx Rz, written out: the third column is (sin y cos p, -sin p, cos y cos p), the second row
    // (cos p sin r, cos p cos r, -sin p).
    const Eigen::Matrix3d m = rotation.normalized().toRotationMatrix();
    const double pitch = std::asin(std::clamp(-m(1, 2), -1.0, 1.0));
    double yaw = 0;
    double roll = 0;
    if (std::hypot(m(0, 2), m(2, 2)) > 1e-9) {
        yaw = std::atan2(m(0, 2), m(2, 2));
        roll = std::atan2(m(1, 0), m(1, 1));
    } else {
        yaw = std::atan2(-m(2, 0), m(0, 0));
    }
    pose.pitch = static_cast<float>(pitch / radians);
    pose.yaw = static_cast<float>(yaw / radians);
    pose.roll = static_cast<float>(roll / radians);
}

double angle_between(const Eigen::Quaterniond& a, const Eigen::Quaterniond& b) {
    return vector_of(a.conjugate() * b).norm();
}

Eigen::Quaterniond rotation_from_vector(const Eigen::Vector3d& vector) {
    const double angle = vector.norm();
    if (angle < 1e-12) return Eigen::Quaterniond::Identity();
    return Eigen::Quaterniond(Eigen::AngleAxisd(angle, vector / angle));
}

Eigen::Vector3d vector_of(const Eigen::Quaterniond& rotation) {
    Eigen::Quaterniond q = rotation;
    if (q.w() < 0) q.coeffs() = -q.coeffs();
    const double sine = q.vec().norm();
    if (sine < 1e-12) return 2 * q.vec();
    return q.vec() * (2 * std::atan2(sine, q.w()) / sine);
}

} // namespace mien
