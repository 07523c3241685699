#include "solver/bounded_fit.h"

#include <algorithm>

namespace mien {
namespace {

/// The feature is ten times the displacement, so that its values are about 1 (the data were made so).
constexpr double feature_scale = 10;
constexpr int sweeps = 25;

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

Weights BoundedFit::solve(const ExpressionInput& input) const {
    constexpr std::size_t most_values = 2 * point_count(Scheme::mesh478);
    Eigen::Matrix<float, Eigen::Dynamic, 1, 0, most_values, 1> x(
        static_cast<Eigen::Index>(2 * model_.landmarks.size()));
    for (std::size_t i = 0; i < model_.landmarks.size(); ++i) {
        const auto value = static_cast<Eigen::Index>(2 * i);
        const auto column = static_cast<Eigen::Index>(model_.landmarks[i]);
        x(value) = static_cast<float>(feature_scale * (input.points(0, column) - input.neutral(0, column)));
        x(value + 1) =
            static_cast<float>(feature_scale * (input.points(1, column) - input.neutral(1, column)));
    }
    return minimise_in_box(model_.gram, model_.projection * x, model_.penalty);
}

} // namespace mien
