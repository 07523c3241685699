#include "solver/bounded_fit.h"

#include <algorithm>
#include <numbers>

#include "solver/eyes.h"
#include "solver/scheme_layout.h"

namespace mien {
namespace {

/// The feature is ten times the displacement, so that its values are about 1 (the data were made so).
constexpr double feature_scale = 10;
constexpr int sweeps = 25;

/// x and y of how far chosen points are from a reference, one after the other.
Eigen::VectorXf displacement(const Eigen::Matrix3Xd& points, const Eigen::Matrix3Xd& reference,
                             const std::vector<std::uint16_t>& chosen, double scale) {
    Eigen::VectorXf x(static_cast<Eigen::Index>(2 * chosen.size()));
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        const auto value = static_cast<Eigen::Index>(2 * i);
        const auto column = static_cast<Eigen::Index>(chosen[i]);
        x(value) = static_cast<float>(scale * (points(0, column) - reference(0, column)));
        x(value + 1) = static_cast<float>(scale * (points(1, column) - reference(1, column)));
    }
    return x;
}

} // namespace

Weights minimise_in_box(const Eigen::MatrixXf& gram, const Eigen::VectorXf& b,
                        const Eigen::VectorXf& penalty) {
    constexpr auto channels = static_cast<Eigen::Index>(channel_count);
    Eigen::Matrix<float, channels, 1> w = Eigen::Matrix<float, channels, 1>::Zero();
    Eigen::Matrix<float, channels, 1> downhill = b - penalty; // minus the gradient
    for (int sweep = 0; sweep < sweeps; ++sweep) {
        float largest = 0;
        for (Eigen::Index c = 0; c < channels; ++c) {
            const float curvature = gram(c, c);
            if (!(curvature > 0)) continue;
            const float next = std::clamp(w(c) + downhill(c) / curvature, 0.0F, 1.0F);
            const float change = next - w(c);
            if (change == 0) continue;
            downhill -= change * gram.col(c);
            w(c) = next;
            largest = std::max(largest, std::abs(change));
        }
        if (largest < 1e-5F) break;
    }
    Weights weights{};
    for (ChannelIndex c = 0; c < channel_count; ++c) weights[c] = w(static_cast<Eigen::Index>(c));
    return weights;
}

Weights BoundedFit::refine(const Weights& fit, const Eigen::VectorXf& feature,
                           const ExpressionInput& input) const {
    const Refinement& net = model_.refinement;
    const Eigen::VectorXf shape = displacement(input.neutral, model_.mean_face, model_.landmarks, 1);
    const SchemeLayout& layout = *layout_of(model_.scheme);
    const double shut = lid_shut_share(model_.scheme);
    const GazeAngles left = gaze_of(input.points, input.neutral, layout.left_eye);
    const GazeAngles right = gaze_of(input.points, input.neutral, layout.right_eye);
    // The scales are the trainer's (models/train): angles three times in radians, gaze in thirds of a right
    // angle.
    constexpr double angle_scale = 3 * std::numbers::pi / 180;
    constexpr double gaze_scale = 1.0 / 30;
    Eigen::VectorXf inputs(net.layers[0].cols());
    inputs << Eigen::Map<const Eigen::VectorXf>(fit.data(), static_cast<Eigen::Index>(fit.size())),
        net.components * feature, static_cast<float>(angle_scale * input.yaw),
        static_cast<float>(angle_scale * input.pitch), static_cast<float>(angle_scale * input.roll),
        (net.identities * shape).cwiseMax(-1.0F).cwiseMin(1.0F),
        static_cast<float>(lid_closure(input.points, input.neutral, layout.left_eye, shut)),
        static_cast<float>(lid_closure(input.points, input.neutral, layout.right_eye, shut)),
        static_cast<float>(gaze_scale * left.left), static_cast<float>(gaze_scale * left.down),
        static_cast<float>(gaze_scale * right.left), static_cast<float>(gaze_scale * right.down);
    const Eigen::VectorXf first = (net.layers[0] * inputs + net.offsets[0]).cwiseMax(0.0F);
    const Eigen::VectorXf second = (net.layers[1] * first + net.offsets[1]).cwiseMax(0.0F);
    const Eigen::VectorXf out = net.layers[2] * second + net.offsets[2];
    Weights refined{};
    for (ChannelIndex c = 0; c < channel_count; ++c) {
        const auto row = static_cast<Eigen::Index>(c);
        const float network = std::clamp(out(row) + net.gain(row) * fit[c], 0.0F, 1.0F);
        refined[c] = (fit[c] + network) / 2;
    }
    return refined;
}

Weights BoundedFit::solve(const ExpressionInput& input) const {
    const Eigen::VectorXf x = displacement(input.points, input.neutral, model_.landmarks, feature_scale);
    const Weights fit = minimise_in_box(model_.gram, model_.projection * x, model_.penalty);
    return model_.refinement.empty() ? fit : refine(fit, x, input);
}

} // namespace mien
