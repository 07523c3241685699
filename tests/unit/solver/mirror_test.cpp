#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "solver/calibration/face_basis_file.h"
#include "solver/calibration/made_faces.h"
#include "solver/calibration/mirror_basis.h"

namespace mien {
namespace {

constexpr ChannelIndex smile = channel("mouthSmileLeft");
constexpr ChannelIndex sneer = channel("noseSneerLeft");
constexpr ChannelIndex jaw = channel("jawOpen");
constexpr ChannelIndex close = channel("mouthClose");

std::array<bool, channel_count> all_but(ChannelIndex missing) {
    std::array<bool, channel_count> shown{};
    shown.fill(true);
    shown[missing] = false;
    return shown;
}

FitModel built_in() {
    return parse_fit_model(embedded_fit_model(Scheme::mesh478), "built in").value();
}

TEST(MadeFaces, AreTheSameEveryTimeAndPlausible) {
    MadeFaces faces(7);
    MadeFaces again(7);
    int at_rest = 0;
    int with_blink = 0;
    for (int i = 0; i < 1000; ++i) {
        const Weights w = faces.next();
        EXPECT_EQ(w, again.next());
        for (const float weight : w) {
            EXPECT_GE(weight, 0);
            EXPECT_LE(weight, 1);
        }
        EXPECT_LE(w[close], w[jaw]);
        EXPECT_FALSE(w[channel("jawLeft")] > 0 && w[channel("jawRight")] > 0);
        EXPECT_EQ(w[channel("tongueOut")], 0);
        at_rest += w == Weights{};
        with_blink += w[channel("eyeBlinkLeft")] > 0.3F;
    }
    EXPECT_GT(at_rest, 90);
    EXPECT_LT(at_rest, 250);
    EXPECT_GT(with_blink, 80);
}

TEST(MirrorSchedule, ShowsEachChannelOfTheRigAloneInStepsThatATrackerFollows) {
    const auto steps = mirror_schedule(all_but(sneer));
    std::array<int, channel_count> at_full{};
    const MirrorStep* before = nullptr;
    for (const MirrorStep& step : steps) {
        EXPECT_EQ(step.weights[sneer], 0);
        EXPECT_LE(step.weights[close], step.weights[jaw]);
        if (step.kind == MirrorStep::Kind::alone) {
            EXPECT_EQ(step.head, HeadPose{});
            at_full[step.channel] += step.weights[step.channel] == 1;
            for (ChannelIndex c = 0; before != nullptr && c < channel_count; ++c)
                EXPECT_LE(std::abs(step.weights[c] - before->weights[c]), 0.3F);
        }
        before = &step;
    }
    for (ChannelIndex c = 0; c < channel_count; ++c)
        EXPECT_EQ(at_full[c], c == sneer ? 0 : 3) << channel_names[c];
    EXPECT_TRUE(
        std::any_of(steps.begin(), steps.end(), [](const MirrorStep& step) { return step.head.yaw > 8; }));
}

/// A rig whose smile is the average person's sneer, as a tracker without noise would see it.
std::vector<MirrorLook> odd_rig(const FitModel& model, const std::vector<MirrorStep>& steps) {
    Eigen::MatrixXf rows = model.experts.front().basis;
    rows.row(static_cast<Eigen::Index>(smile)) = rows.row(static_cast<Eigen::Index>(sneer));
    std::vector<MirrorLook> looks;
    for (const MirrorStep& step : steps)
        looks.push_back(
            {&step, rows.transpose() * Eigen::Map<const Eigen::VectorXf>(step.weights.data(), 52)});
    return looks;
}

TEST(LearnMirror, ReadsTheRigsOwnShapesAndLeavesOutWhatItLacks) {
    const FitModel model = built_in();
    const auto steps = mirror_schedule(all_but(sneer));
    const auto basis = learn_mirror(model, odd_rig(model, steps), steps.size(), "odd");
    ASSERT_TRUE(basis) << basis.error().message;
    EXPECT_EQ(basis->name, "odd");
    EXPECT_TRUE(PersonalFit::matches(model, *basis));
    const Eigen::RowVectorXf sneering = model.experts.front().basis.row(static_cast<Eigen::Index>(sneer));
    EXPECT_LT((basis->rows.row(static_cast<Eigen::Index>(smile)) - sneering).norm(), 0.05F * sneering.norm());
    EXPECT_EQ(basis->rows.row(static_cast<Eigen::Index>(sneer)).norm(), 0);

    const BoundedFit::Look sneers{.feature = 0.7F * sneering.transpose(), .fit = {}, .weights = {}};
    const Weights weights = PersonalFit(model, *basis, std::nullopt).weights_of(sneers);
    EXPECT_GT(weights[smile], 0.25F) << "two thirds of 0.7, less what sparsity takes";
    EXPECT_EQ(weights[sneer], 0);
}

TEST(LearnMirror, WhereNoFaceIsSeenThereIsNoBasis) {
    const FitModel model = built_in();
    const auto steps = mirror_schedule(all_but(sneer));
    auto looks = odd_rig(model, steps);
    looks.resize(looks.size() * 8 / 10);
    const auto refused = learn_mirror(model, looks, steps.size(), "odd");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::check_failed);
    EXPECT_FALSE(learn_mirror(model, {}, 0, "none"));
}

TEST(FaceBasisFile, ComesBackAsItWasAndIsRefusedWhereCutOrFlipped) {
    const FitModel model = built_in();
    FaceBasis basis = everyones_basis(model);
    basis.name = "a rig";
    basis.share = 0.5F;
    const auto bytes = face_basis_to_bytes(basis);
    const auto read = face_basis_from_bytes(bytes, "x.face");
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->name, basis.name);
    EXPECT_EQ(read->share, basis.share);
    EXPECT_EQ(read->rows, basis.rows);
    EXPECT_EQ(read->noise.directions, basis.noise.directions);
    EXPECT_EQ(read->noise.variances, basis.noise.variances);
    for (std::size_t size = 0; size < bytes.size(); size += size < 200 ? 1 : 4999)
        EXPECT_FALSE(face_basis_from_bytes(std::span(bytes).first(size), "cut")) << size;
    for (std::size_t i = 0; i < 60; ++i) {
        auto flipped = bytes;
        flipped[i] ^= 0xFF;
        const auto other = face_basis_from_bytes(flipped, "flipped");
        EXPECT_TRUE(!other || (other->noise.ridge > 0 && other->share <= 1 && other->rows.allFinite()));
    }
}

} // namespace
} // namespace mien
