#include "solver/eyes.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace mien {

double lid_aperture(const Eigen::Matrix3Xd& points, const EyeLayout& eye) {
    double sum = 0;
    for (int i = 0; i < eye.pairs; ++i) {
        const auto pair = static_cast<std::size_t>(i);
        sum += (points.col(eye.upper[pair]) - points.col(eye.lower[pair])).head<2>().norm();
    }
    return sum / eye.pairs;
}

double lid_shut_share(Scheme scheme) {
    return scheme == Scheme::mesh478 ? 0.25 : 0.5;
}

double lid_closure(const Eigen::Matrix3Xd& points, const Eigen::Matrix3Xd& neutral, const EyeLayout& eye,
                   double shut_share) {
    constexpr double smallest_aperture = 0.01; // of the eye-corner distance: a neutral with shut eyes
    const double open = lid_aperture(neutral, eye);
    if (!(open > smallest_aperture)) return 0;
    return std::clamp((1 - lid_aperture(points, eye) / open) / (1 - shut_share), 0.0, 1.0);
}

GazeAngles gaze_of(const Eigen::Matrix3Xd& points, const Eigen::Matrix3Xd& neutral, const EyeLayout& eye) {
    if (eye.iris < 0) return {};
    // The iris lies about 10.5 mm before the eyeball's centre of rotation; eye-corner units of 90 mm.
    constexpr double iris_radius = 10.5 / 90;
    const auto place = [&eye](const Eigen::Matrix3Xd& face) -> Eigen::Vector2d {
        constexpr int iris_points = 5; // the centre and four of the rim: their mean is the steadier centre
        const Eigen::Vector3d iris = face.middleCols(eye.iris, iris_points).rowwise().mean();
        return (iris - 0.5 * (face.col(eye.outer_corner) + face.col(eye.inner_corner))).head<2>();
    };
    const Eigen::Vector2d moved = place(points) - place(neutral);
    const auto angle = [](double shift) {
        return std::asin(std::clamp(shift / iris_radius, -0.9, 0.9)) * 180 / std::numbers::pi;
    };
    return {.left = angle(moved.x()), .down = -angle(moved.y())};
}

} // namespace mien
