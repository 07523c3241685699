#include "solver/head_model.h"

#include "capture/landmark_frame.h"
#include "solver/scheme_layout.h"

namespace mien {

Eigen::Vector3d eyes_middle() {
    return {0, 0.008, -0.074};
}

Eigen::Matrix3Xd head_model_of(const CanonicalFace& face) {
    const SchemeLayout& layout = *layout_of(Scheme::mesh478);
    const Eigen::Vector3d right = face.points.col(layout.right_eye.outer_corner);
    const Eigen::Vector3d left = face.points.col(layout.left_eye.outer_corner);
    const double unit = (left - right).norm();
    const Eigen::Vector3d origin = (left + right) / 2;
    Eigen::Matrix3Xd model(3, static_cast<Eigen::Index>(point_count(Scheme::mesh478)));
    for (Eigen::Index i = 0; i < face.points.cols(); ++i) model.col(i) = (face.points.col(i) - origin) / unit;
    constexpr int iris_points = 5;
    for (const EyeLayout& eye : {layout.left_eye, layout.right_eye}) {
        const Eigen::Vector3d middle = (model.col(eye.upper[0]) + model.col(eye.lower[0]) +
                                        model.col(eye.outer_corner) + model.col(eye.inner_corner)) /
                                       4;
        for (int i = 0; i < iris_points; ++i) model.col(eye.iris + i) = middle;
    }
    return model;
}

} // namespace mien
