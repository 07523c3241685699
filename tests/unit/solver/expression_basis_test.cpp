#include "solver/expression_basis.h"

#include <algorithm>
#include <random>

#include <Eigen/LU>
#include <gtest/gtest.h>

namespace mien {
namespace {

TEST(LandmarkNoise, WhitensAsTheInverseOfItsCovarianceDoes) {
    Eigen::MatrixXf directions = Eigen::MatrixXf::Zero(2, 5);
    directions.row(0) << 0.6F, 0.8F, 0, 0, 0;
    directions.row(1) << 0, 0, 0, 1, 0;
    const LandmarkNoise noise{
        .directions = directions, .variances = Eigen::Vector2f(4, 0.5F), .rest = 0.1F, .ridge = 0.2F};
    Eigen::MatrixXf covariance =
        0.1F * (Eigen::MatrixXf::Identity(5, 5) - directions.transpose() * directions);
    covariance += directions.transpose() * noise.variances.asDiagonal() * directions;
    covariance += 0.2F * Eigen::MatrixXf::Identity(5, 5);
    const Eigen::MatrixXf rows = Eigen::MatrixXf::Random(3, 5);
    EXPECT_TRUE(noise.whitened(rows).isApprox(rows * covariance.inverse(), 1e-4F));
}

TEST(ExpressionBasis, ReadsTheWeightsThatMadeADisplacementThroughStrongNoise) {
    std::mt19937 random(7);
    std::normal_distribution<float> normal;
    Eigen::MatrixXf rows = Eigen::MatrixXf::Zero(52, 40);
    for (Eigen::Index i = 0; i < 3 * 40; ++i) rows(i / 40, i % 40) = normal(random);
    Eigen::MatrixXf drift = Eigen::MatrixXf::NullaryExpr(1, 40, [&] { return normal(random); });
    drift.row(0).normalize();
    const LandmarkNoise noise{
        .directions = drift, .variances = Eigen::VectorXf::Constant(1, 400), .rest = 0.01F, .ridge = 0.01F};
    Eigen::VectorXf feature = 0.7F * rows.row(0).transpose() + 0.2F * rows.row(2).transpose();
    feature += 20 * drift.row(0).transpose();
    const Weights weights = ExpressionBasis(rows, noise, 0).fit(feature);
    EXPECT_NEAR(weights[0], 0.7F, 0.02F);
    EXPECT_NEAR(weights[1], 0, 0.02F);
    EXPECT_NEAR(weights[2], 0.2F, 0.02F);
    for (ChannelIndex c = 3; c < channel_count; ++c) EXPECT_EQ(weights[c], 0);
}

/// 0.5 w'Aw - b'w + p'w.
double cost(const Eigen::MatrixXf& a, const Eigen::VectorXf& b, const Eigen::VectorXf& p,
            const Eigen::VectorXf& w) {
    return 0.5 * w.dot(a * w) - b.dot(w) + p.dot(w);
}

TEST(ExpressionBasis, NothingInTheBoxIsBetter) {
    // The oracle is plain: no small step along any axis and no random point of the box has a lower cost.
    std::mt19937 random(4);
    const auto next = [&random] { return static_cast<float>(random()) / 4294967296.0F; };
    for (int trial = 0; trial < 5; ++trial) {
        Eigen::MatrixXf rows(52, 60);
        for (Eigen::Index i = 0; i < rows.size(); ++i) rows.data()[i] = next() - 0.5F;
        const Eigen::MatrixXf gram = rows * rows.transpose();
        Eigen::VectorXf b(52);
        Eigen::VectorXf penalty(52);
        for (Eigen::Index i = 0; i < 52; ++i) {
            b(i) = 6 * (next() - 0.4F);
            penalty(i) = 0.3F * next();
        }
        const Weights weights = minimise_in_box(gram, b, penalty);
        const Eigen::VectorXf best = Eigen::Map<const Eigen::VectorXf>(weights.data(), 52);
        const double least = cost(gram, b, penalty, best);
        for (Eigen::Index i = 0; i < 52; ++i) {
            EXPECT_GE(best(i), 0);
            EXPECT_LE(best(i), 1);
            for (const float step : {-0.05F, 0.05F}) {
                Eigen::VectorXf other = best;
                other(i) = std::min(1.0F, std::max(0.0F, other(i) + step));
                EXPECT_GE(cost(gram, b, penalty, other), least - 1e-3);
            }
        }
        for (int k = 0; k < 100; ++k) {
            Eigen::VectorXf other(52);
            for (Eigen::Index i = 0; i < 52; ++i) other(i) = next();
            EXPECT_GE(cost(gram, b, penalty, other), least - 1e-3);
        }
    }
}

TEST(ExpressionBasis, AChannelWithoutARowStaysExactlyZero) {
    Eigen::MatrixXf gram = Eigen::MatrixXf::Identity(52, 52);
    gram(7, 7) = 0;
    const Weights weights =
        minimise_in_box(gram, Eigen::VectorXf::Constant(52, 2), Eigen::VectorXf::Zero(52));
    EXPECT_EQ(weights[7], 0);
    EXPECT_EQ(weights[8], 1);
}

} // namespace
} // namespace mien
