// The pinhole camera: pixels of the upright picture to rays and back. Camera space is HeadPose's: x to the
// right in the picture, y up, z towards the camera, so what is seen has a negative z.
#pragma once

#include <cmath>
#include <numbers>

#include <Eigen/Core>

namespace mien {

/// Focal length and principal point in pixels. The focal length is kept as an angle over the picture's height
/// (SolverOptions::vertical_fov), so that the same view at another resolution gives the same pose.
struct CameraModel {
    double focal = 1;
    double centre_x = 0;
    double centre_y = 0;

    [[nodiscard]] static CameraModel from_field_of_view(int width, int height, double vertical_degrees) {
        const double half = vertical_degrees * std::numbers::pi / 360;
        return {.focal = height / 2.0 / std::tan(half), .centre_x = width / 2.0, .centre_y = height / 2.0};
    }
    /// The point at depth 1 (z = -1) that is seen at a pixel.
    [[nodiscard]] Eigen::Vector3d ray(double x, double y) const {
        return {(x - centre_x) / focal, (centre_y - y) / focal, -1};
    }
    /// Where a point in front of the camera is seen.
    [[nodiscard]] Eigen::Vector2d project(const Eigen::Vector3d& point) const {
        const double scale = focal / -point.z();
        return {centre_x + point.x() * scale, centre_y - point.y() * scale};
    }
};

} // namespace mien
