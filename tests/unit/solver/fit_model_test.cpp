#include "solver/fit_model.h"

#include <algorithm>
#include <cmath>
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
        const auto feature = static_cast<Eigen::Index>(2 * model->landmarks.size());
        for (const Expert& expert : model->experts) {
            EXPECT_EQ(expert.basis.cols(), feature);
            EXPECT_EQ(expert.noise.directions.cols(), feature);
        }
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
        for (const Expert& expert : model->experts) {
            EXPECT_TRUE(expert.basis.allFinite());
            EXPECT_TRUE(expert.noise.directions.allFinite());
            EXPECT_TRUE(expert.noise.variances.allFinite());
            EXPECT_GT(expert.noise.ridge, 0);
        }
    }
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
