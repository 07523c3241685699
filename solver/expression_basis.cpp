#include "solver/expression_basis.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace mien {
namespace {

constexpr int sweeps = 25;

} // namespace

ExpressionBasis::ExpressionBasis(Eigen::MatrixXf rows, const LandmarkNoise& noise, float sparsity)
    : rows_(std::move(rows)), projection_(noise.whitened(rows_)), gram_(rows_ * projection_.transpose()),
      penalty_(sparsity * gram_.diagonal().cwiseMax(0).cwiseSqrt()) {}

Weights ExpressionBasis::fit(const Eigen::VectorXf& feature) const {
    return minimise_in_box(gram_, projection_ * feature, penalty_);
}

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

} // namespace mien
