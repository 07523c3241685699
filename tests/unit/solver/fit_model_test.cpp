#include "solver/fit_model.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "solver/bounded_fit.h"

namespace mien {
namespace {

TEST(FitModel, TheBuiltInOnesAreWhole) {
    for (const Scheme scheme : {Scheme::mesh478, Scheme::ibug68}) {
        const auto model = parse_fit_model(embedded_fit_model(scheme), "built in");
        ASSERT_TRUE(model) << model.error().message;
        EXPECT_EQ(model->scheme, scheme);
        EXPECT_EQ(model->mean_face.cols(), static_cast<Eigen::Index>(point_count(scheme)));
        EXPECT_EQ(model->projection.cols(), static_cast<Eigen::Index>(2 * model->landmarks.size()));
        for (Eigen::Index c = 0; c < model->gram.rows(); ++c) EXPECT_GE(model->gram(c, c), 0);
    }
    EXPECT_TRUE(embedded_fit_model(Scheme::none).empty());
}

TEST(FitModel, AFileOfAnyOtherLengthIsRefused) {
    const auto whole = embedded_fit_model(Scheme::ibug68);
    for (std::size_t size = 0; size < whole.size(); size += size < 400 ? 1 : 97)
        EXPECT_FALSE(parse_fit_model(whole.first(size), "cut")) << size;
    std::vector<std::uint8_t> longer(whole.begin(), whole.end());
    longer.push_back(0);
    const auto refused = parse_fit_model(longer, "models/longer.fit");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::unreadable);
    EXPECT_NE(refused.error().message.find("models/longer.fit"), std::string::npos);
}

TEST(FitModel, FlippedBytesAreReadOrRefusedButNeverGiveAnIndexOutsideOrNoNumber) {
    const auto whole = embedded_fit_model(Scheme::ibug68);
    for (std::size_t i = 0; i < whole.size(); i += i < 400 ? 1 : 101) {
        std::vector<std::uint8_t> flipped(whole.begin(), whole.end());
        flipped[i] = static_cast<std::uint8_t>(flipped[i] ^ 0xFFU);
        const auto model = parse_fit_model(flipped, "flipped");
        if (!model) continue;
        for (const std::uint16_t index : model->landmarks) EXPECT_LT(index, point_count(model->scheme));
        EXPECT_TRUE(model->projection.allFinite());
        EXPECT_TRUE(model->gram.allFinite());
    }
}

/// 0.5 w'Aw - b'w + p'w.
double cost(const Eigen::MatrixXf& a, const Eigen::VectorXf& b, const Eigen::VectorXf& p,
            const Eigen::VectorXf& w) {
    return 0.5 * w.dot(a * w) - b.dot(w) + p.dot(w);
}

TEST(BoundedFit, NothingInTheBoxIsBetter) {
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

TEST(BoundedFit, AChannelWithoutARowStaysExactlyZero) {
    Eigen::MatrixXf gram = Eigen::MatrixXf::Identity(52, 52);
    gram(7, 7) = 0;
    const Weights weights =
        minimise_in_box(gram, Eigen::VectorXf::Constant(52, 2), Eigen::VectorXf::Zero(52));
    EXPECT_EQ(weights[7], 0);
    EXPECT_EQ(weights[8], 1);
}

TEST(BoundedFit, AMirroredFaceGivesTheMirroredWeights) {
    const FitModel model = parse_fit_model(embedded_fit_model(Scheme::mesh478), "built in").value();
    const Eigen::Matrix3Xd& face = model.mean_face;
    // A one-sided pull at the mouth and the brow on the left, and the same thing in the mirror.
    Eigen::Matrix3Xd pulled = face;
    Eigen::Matrix3Xd image = face;
    for (Eigen::Index i = 0; i < face.cols(); ++i) {
        const auto pull = [&face, i](double side) -> Eigen::Vector3d {
            const Eigen::Vector3d mouth(0.3 * side, -0.75, face(2, i));
            const Eigen::Vector3d brow(0.35 * side, 0.3, face(2, i));
            return Eigen::Vector3d(0.05 * side, 0.05, 0) *
                       std::exp(-40 * (face.col(i) - mouth).squaredNorm()) +
                   Eigen::Vector3d(0, 0.05, 0) * std::exp(-40 * (face.col(i) - brow).squaredNorm());
        };
        pulled.col(i) += pull(1);
        image.col(i) += pull(-1);
    }
    const BoundedFit fit(model);
    const Weights weights = fit.solve({.points = pulled, .neutral = face, .yaw = 4, .pitch = 2, .roll = 1});
    const Weights mirrored = fit.solve({.points = image, .neutral = face, .yaw = -4, .pitch = 2, .roll = -1});
    float largest = 0;
    for (ChannelIndex c = 0; c < channel_count; ++c) {
        EXPECT_NEAR(weights[c], mirrored[mirrored_channel(c)], 0.06) << channel_names[c];
        largest = std::max(largest, std::abs(weights[c] - weights[mirrored_channel(c)]));
    }
    EXPECT_GT(largest, 0.1F) << "the pull must be one-sided in the weights";
}

} // namespace
} // namespace mien
