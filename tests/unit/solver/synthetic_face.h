// Landmarks of a made-up performer before a made-up camera, for the solver's tests: the average head with
// displaced points, projected as a camera sees it. Needs no model file and no person.
#pragma once

#include <cstdint>
#include <functional>
#include <random>
#include <vector>

#include <Eigen/Geometry>

#include "capture/landmark_frame.h"
#include "solver/camera_model.h"
#include "solver/fit_model.h"
#include "solver/head_model.h"
#include "solver/head_rotation.h"
#include "solver/scheme_layout.h"

namespace mien::test {

/// A performer's head: points in eye-corner units, head frame.
struct SyntheticFace {
    Scheme scheme = Scheme::mesh478;
    Eigen::Matrix3Xd points;
};

/// The built-in average face, its outer eye corners exactly one unit apart with the origin between them.
inline SyntheticFace average_face(Scheme scheme) {
    SyntheticFace face{scheme, parse_fit_model(embedded_fit_model(scheme), "built in").value().mean_face};
    const SchemeLayout& layout = *layout_of(scheme);
    const Eigen::Vector3d left = face.points.col(layout.left_eye.outer_corner);
    const Eigen::Vector3d right = face.points.col(layout.right_eye.outer_corner);
    face.points.colwise() -= (left + right) / 2;
    face.points /= (left - right).norm();
    return face;
}

struct View {
    int width = 640;
    int height = 480;
    double vertical_fov = 45;
    double noise_px = 0;
    std::uint32_t seed = 1;
};

/// What a perfect tracker sees of `face` at `pose` (metres, degrees), with noise where asked for. z is the
/// depth against the head's middle in pixels, as the mesh networks give it.
inline LandmarkFrame see(const SyntheticFace& face, const HeadPose& pose, Timestamp t,
                         const View& view = {}) {
    const CameraModel camera = CameraModel::from_field_of_view(view.width, view.height, view.vertical_fov);
    const Eigen::Quaterniond rotation = rotation_of(pose);
    const Eigen::Vector3d eyes(pose.x, pose.y, pose.z);
    const Eigen::Vector3d origin = eyes / metres_per_unit - rotation * eyes_middle();
    std::mt19937 random(view.seed);
    // Sums of uniform numbers, not std::normal_distribution: the same on every library.
    const auto normal = [&random] {
        double sum = -6;
        for (int i = 0; i < 12; ++i) sum += static_cast<double>(random()) / 4294967296.0;
        return sum;
    };
    LandmarkFrame frame;
    frame.t = t;
    frame.tracked = true;
    frame.quality = 1;
    frame.scheme = face.scheme;
    frame.image_width = view.width;
    frame.image_height = view.height;
    // The head's middle, against which z counts: that of the points that turn with the skull.
    double middle = 0;
    double total = 0;
    for (const RigidPoint& point : layout_of(face.scheme)->rigid) {
        middle -= point.weight * (rotation * face.points.col(point.index) + origin).z();
        total += point.weight;
    }
    middle /= total;
    for (Eigen::Index i = 0; i < face.points.cols(); ++i) {
        const Eigen::Vector3d p = rotation * face.points.col(i) + origin;
        const Eigen::Vector2d seen = camera.project(p);
        const double z = face.scheme == Scheme::mesh478 ? (-p.z() - middle) * camera.focal / middle : 0;
        Landmark landmark;
        landmark.x = static_cast<float>(seen.x() + view.noise_px * normal());
        landmark.y = static_cast<float>(seen.y() + view.noise_px * normal());
        landmark.z = static_cast<float>(z + (face.scheme == Scheme::mesh478 ? view.noise_px * normal() : 0));
        frame.points.push_back(landmark);
    }
    return frame;
}

/// A pose at arm's length, straight ahead.
inline HeadPose before_camera(float yaw = 0, float pitch = 0, float roll = 0) {
    return {.x = 0, .y = 0, .z = -0.6F, .pitch = pitch, .yaw = yaw, .roll = roll};
}

inline Timestamp at(double seconds) {
    return Timestamp::from_seconds(seconds);
}

} // namespace mien::test
