#include "solver/rigid_fit.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <Eigen/Cholesky>

#include "solver/head_rotation.h"

namespace mien {
namespace {

constexpr std::size_t most_rigid_points = 40;
constexpr int first_iterations =
    8; ///< from a frontal start to within a hundredth of a degree, also at 60 degrees
constexpr int reweighting_rounds = 4;
constexpr int iterations_a_round = 2;

using Vector6d = Eigen::Matrix<double, 6, 1>;
using Matrix6d = Eigen::Matrix<double, 6, 6>;

/// The rigid points alone, with their present weights and residuals.
struct Problem {
    std::span<const Landmark> landmarks;
    const Eigen::Matrix3Xd& model;
    const SchemeLayout& layout;
    const CameraModel& camera;
    std::array<double, most_rigid_points> weight{};
    std::array<double, most_rigid_points> distance{};

    [[nodiscard]] std::size_t size() const { return layout.rigid.size(); }
    [[nodiscard]] const Landmark& landmark(std::size_t i) const {
        return landmarks[static_cast<std::size_t>(layout.rigid[i].index)];
    }
    [[nodiscard]] Eigen::Vector3d model_point(std::size_t i) const {
        return model.col(layout.rigid[i].index);
    }
};

/// Turn in the picture, size and place: the pose of a frontal face. Nothing for degenerate points.
std::optional<RigidPose> start_pose(const Problem& problem) {
    double total = 0;
    Eigen::Vector2d seen_mean = Eigen::Vector2d::Zero();
    Eigen::Vector3d model_mean = Eigen::Vector3d::Zero();
    const auto seen = [&](std::size_t i) {
        const Landmark& p = problem.landmark(i);
        return Eigen::Vector2d(p.x, -p.y);
    };
    for (std::size_t i = 0; i < problem.size(); ++i) {
        total += problem.weight[i];
        seen_mean += problem.weight[i] * seen(i);
        model_mean += problem.weight[i] * problem.model_point(i);
    }
    seen_mean /= total;
    model_mean /= total;
    double spread = 0;
    double along = 0;
    double across = 0;
    double seen_spread = 0;
    for (std::size_t i = 0; i < problem.size(); ++i) {
        const Eigen::Vector2d m = (problem.model_point(i) - model_mean).head<2>();
        const Eigen::Vector2d s = seen(i) - seen_mean;
        spread += problem.weight[i] * m.squaredNorm();
        seen_spread += problem.weight[i] * s.squaredNorm();
        along += problem.weight[i] * m.dot(s);
        across += problem.weight[i] * (m.x() * s.y() - m.y() * s.x());
    }
    const double scale = std::sqrt(seen_spread / spread); // pixels a unit
    if (!std::isfinite(scale) || scale < 1e-3) return std::nullopt;
    RigidPose pose;
    const double roll = std::atan2(across, along);
    pose.rotation = Eigen::Quaterniond(Eigen::AngleAxisd(roll, Eigen::Vector3d::UnitZ()));
    const double depth = problem.camera.focal / scale;
    pose.translation = depth * problem.camera.ray(seen_mean.x(), -seen_mean.y()) - pose.rotation * model_mean;
    return pose;
}

/// Mean depth of the model's rigid points and mean measured z, by weight.
void update_depth(const Problem& problem, RigidPose& pose) {
    double total = 0;
    double depth = 0;
    double z = 0;
    for (std::size_t i = 0; i < problem.size(); ++i) {
        const Eigen::Vector3d p = pose.rotation * problem.model_point(i) + pose.translation;
        total += problem.weight[i];
        depth -= problem.weight[i] * p.z();
        z += problem.weight[i] * problem.landmark(i).z;
    }
    pose.depth = depth / total;
    pose.z_offset = problem.layout.has_depth() ? z / total : 0;
}

/// One Gauss-Newton step. False where the points leave the pose open or the head behind the camera.
bool step(Problem& problem, RigidPose& pose) {
    update_depth(problem, pose);
    if (!(pose.depth > 0.5)) return false; // nearer than half an eye distance: no camera sees that
    const double unit = pose.depth / problem.camera.focal; // model units a pixel
    Matrix6d normal = Matrix6d::Zero();
    Vector6d gradient = Vector6d::Zero();
    const auto add = [&](const Vector6d& row, double residual, double weight) {
        normal.noalias() += weight * row * row.transpose();
        gradient.noalias() -= weight * residual * row;
    };
    // A measured depth counts relative to the mean, so its row is the point's less the mean row.
    Vector6d mean_row = Vector6d::Zero();
    double total = 0;
    std::array<Vector6d, most_rigid_points> depth_rows;
    for (std::size_t i = 0; i < problem.size(); ++i) {
        const Eigen::Vector3d turned = pose.rotation * problem.model_point(i);
        const Eigen::Vector3d p = turned + pose.translation;
        const double depth = -p.z();
        if (!(depth > 0.1)) return false;
        Eigen::Matrix<double, 3, 6> motion;            // of the point, by a small turn and a shift
        motion << 0, turned.z(), -turned.y(), 1, 0, 0, //
            -turned.z(), 0, turned.x(), 0, 1, 0,       //
            turned.y(), -turned.x(), 0, 0, 0, 1;
        const double near = pose.depth / depth;
        const Eigen::Vector3d seen = problem.camera.ray(problem.landmark(i).x, problem.landmark(i).y);
        const double dx = near * p.x() - pose.depth * seen.x();
        const double dy = near * p.y() - pose.depth * seen.y();
        const double w = problem.weight[i];
        add((near * (motion.row(0) + p.x() / depth * motion.row(2))).transpose(), dx, w);
        add((near * (motion.row(1) + p.y() / depth * motion.row(2))).transpose(), dy, w);
        problem.distance[i] = std::hypot(dx, dy);
        depth_rows[i] = -motion.row(2).transpose();
        mean_row += w * depth_rows[i];
        total += w;
    }
    if (problem.layout.has_depth()) {
        mean_row /= total;
        for (std::size_t i = 0; i < problem.size(); ++i) {
            const double depth = -(pose.rotation * problem.model_point(i) + pose.translation).z();
            const double residual = depth - pose.depth - (problem.landmark(i).z - pose.z_offset) * unit;
            add(depth_rows[i] - mean_row, residual, problem.layout.depth_weight * problem.weight[i]);
        }
    }
    normal.diagonal() *= 1 + 1e-6;
    const Eigen::LDLT<Matrix6d> solver(normal);
    if (solver.info() != Eigen::Success || !(solver.vectorD().minCoeff() > 1e-9)) return false;
    Vector6d delta = solver.solve(gradient);
    if (!delta.allFinite()) return false;
    constexpr double longest_turn = 0.6; // radians a step: a frontal start must not leap over a far turn
    const double turn = delta.head<3>().norm();
    if (turn > longest_turn) delta *= longest_turn / turn;
    pose.rotation = (rotation_from_vector(delta.head<3>()) * pose.rotation).normalized();
    pose.translation += delta.tail<3>();
    return true;
}

double median_distance(const Problem& problem) {
    std::array<double, most_rigid_points> sorted = problem.distance;
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(problem.size() / 2);
    std::nth_element(sorted.begin(), middle, sorted.begin() + static_cast<std::ptrdiff_t>(problem.size()));
    return *middle;
}

/// Points off by more than 1.5 medians count less, with the square of how far: the fit leans to the majority.
void reweight(Problem& problem) {
    constexpr double smallest_limit = 0.01; // about a millimetre: below that all points are equally good
    const double limit = std::max(smallest_limit, 1.5 * median_distance(problem));
    for (std::size_t i = 0; i < problem.size(); ++i) {
        const double share = problem.distance[i] > limit ? limit / problem.distance[i] : 1;
        problem.weight[i] = problem.layout.rigid[i].weight * share * share;
    }
}

} // namespace

std::optional<RigidPose> fit_rigid(std::span<const Landmark> landmarks, const Eigen::Matrix3Xd& model,
                                   const SchemeLayout& layout, const CameraModel& camera) {
    Problem problem{.landmarks = landmarks, .model = model, .layout = layout, .camera = camera};
    for (std::size_t i = 0; i < problem.size(); ++i) problem.weight[i] = layout.rigid[i].weight;
    auto pose = start_pose(problem);
    if (!pose) return std::nullopt;
    for (int i = 0; i < first_iterations; ++i)
        if (!step(problem, *pose)) return std::nullopt;
    for (int round = 0; round < reweighting_rounds; ++round) {
        reweight(problem);
        for (int i = 0; i < iterations_a_round; ++i)
            if (!step(problem, *pose)) return std::nullopt;
    }
    update_depth(problem, *pose);
    if (!(pose->depth > 0.5) || !std::isfinite(pose->depth)) return std::nullopt;
    pose->residual = median_distance(problem);
    return pose;
}

void to_head_frame(std::span<const Landmark> landmarks, const Eigen::Matrix3Xd& model,
                   const SchemeLayout& layout, const CameraModel& camera, const RigidPose& pose,
                   Eigen::Matrix3Xd& points) {
    const Eigen::Matrix3d back = pose.rotation.toRotationMatrix().transpose();
    const Eigen::RowVector3d forward = pose.rotation.toRotationMatrix().row(2);
    points.resize(3, static_cast<Eigen::Index>(landmarks.size()));
    for (std::size_t i = 0; i < landmarks.size(); ++i) {
        const auto column = static_cast<Eigen::Index>(i);
        const Landmark& seen = landmarks[i];
        const double depth = layout.has_depth() ? pose.depth * (1 + (seen.z - pose.z_offset) / camera.focal)
                                                : -(forward * model.col(column) + pose.translation.z());
        points.col(column) = back * (depth * camera.ray(seen.x, seen.y) - pose.translation);
    }
}

std::optional<RigidPose> see_head(const LandmarkFrame& frame, const Eigen::Matrix3Xd& model,
                                  const SchemeLayout& layout, double vertical_fov, Eigen::Matrix3Xd& points) {
    const CameraModel camera =
        CameraModel::from_field_of_view(frame.image_width, frame.image_height, vertical_fov);
    const auto pose = fit_rigid(frame.points, model, layout, camera);
    if (pose) to_head_frame(frame.points, model, layout, camera, *pose, points);
    return pose;
}

} // namespace mien
