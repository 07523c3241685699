#include "solver/calibration/mirror_basis.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

#include "solver/calibration/made_faces.h"

namespace mien {
namespace {

constexpr auto channels = static_cast<Eigen::Index>(channel_count);
constexpr int rest_steps = 30;
constexpr int together_steps = 180;
/// A tracker settles on what it sees over some frames: the peak is held, the way there is not jumped.
constexpr std::array<float, 10> sweep = {0.25F, 0.5F, 0.75F, 1, 1, 1, 0.75F, 0.5F, 0.25F, 0};
constexpr ChannelIndex close = channel("mouthClose");
constexpr ChannelIndex jaw = channel("jawOpen");

float eased(float t) {
    return t * t * (3 - 2 * t);
}

/// From one key to the next: a face every 2 to 7 steps, the head on its own way.
void add_together(const std::array<bool, channel_count>& shown, std::vector<MirrorStep>& steps) {
    MadeFaces faces(52);
    Weights face{};
    Weights next_face{};
    HeadPose head;
    HeadPose next_head;
    int way = 0; // steps of the way to the next face, and done, and of the head's
    int done = 0;
    int head_way = 0;
    int head_done = 0;
    for (int count = 0; count < together_steps; ++count) {
        if (done == way + 1) { // held for a step
            face = next_face;
            done = 0;
        }
        if (done == 0) {
            next_face = faces.next();
            way = faces.whole(2, 6);
            for (ChannelIndex c = 0; c < channel_count; ++c)
                if (!shown[c]) next_face[c] = 0;
        }
        if (head_done == head_way) {
            head = next_head;
            next_head = faces.next_head();
            head_way = faces.whole(6, 14);
            head_done = 0;
        }
        const float t = eased(std::min(1.0F, static_cast<float>(++done) / static_cast<float>(way)));
        const float turn = eased(static_cast<float>(++head_done) / static_cast<float>(head_way));
        MirrorStep step{.kind = MirrorStep::Kind::together, .channel = 0, .head = {}, .weights = {}};
        for (ChannelIndex c = 0; c < channel_count; ++c)
            step.weights[c] = face[c] + t * (next_face[c] - face[c]);
        step.weights[close] = std::min(step.weights[close], step.weights[jaw]);
        step.head.pitch = head.pitch + turn * (next_head.pitch - head.pitch);
        step.head.yaw = head.yaw + turn * (next_head.yaw - head.yaw);
        step.head.roll = head.roll + turn * (next_head.roll - head.roll);
        steps.push_back(step);
    }
}

Eigen::MatrixXf rows_alone(const FitModel& model, std::span<const MirrorLook> looks) {
    Eigen::MatrixXf gram = Eigen::MatrixXf::Zero(channels, channels);
    Eigen::MatrixXf product = Eigen::MatrixXf::Zero(channels, model.experts.front().basis.cols());
    std::array<bool, channel_count> seen{};
    for (const MirrorLook& look : looks) {
        if (look.step->kind != MirrorStep::Kind::alone) continue;
        const Eigen::Map<const Eigen::VectorXf> weights(look.step->weights.data(), channels);
        gram += weights * weights.transpose();
        product += weights * look.feature.transpose();
        seen[look.step->channel] = seen[look.step->channel] || look.step->weights[look.step->channel] > 0.5F;
    }
    constexpr float ridge = 0.05F; // against a channel without a look
    gram.diagonal().array() += ridge;
    Eigen::MatrixXf rows = gram.llt().solve(product);
    for (ChannelIndex c = 0; c < channel_count; ++c)
        if (!seen[c]) rows.row(static_cast<Eigen::Index>(c)).setZero();
    return rows;
}

/// What the rows leave unexplained, with everyone's noise added.
LandmarkNoise noise_of(const Eigen::MatrixXf& rows, std::span<const MirrorLook> looks,
                       const LandmarkNoise& everyones) {
    Eigen::MatrixXf covariance = Eigen::MatrixXf::Zero(rows.cols(), rows.cols());
    for (const MirrorLook& look : looks) {
        const Eigen::VectorXf left =
            look.feature -
            rows.transpose() * Eigen::Map<const Eigen::VectorXf>(look.step->weights.data(), channels);
        covariance.selfadjointView<Eigen::Lower>().rankUpdate(left);
    }
    covariance = covariance.selfadjointView<Eigen::Lower>();
    covariance /= static_cast<float>(looks.size());
    covariance += everyones.directions.transpose() *
                  (everyones.variances.array() - everyones.rest).matrix().asDiagonal() * everyones.directions;
    covariance.diagonal().array() += everyones.rest;
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXf> solver(covariance);
    const Eigen::Index count = std::min(everyones.directions.rows(), covariance.rows());
    LandmarkNoise noise;
    noise.directions = solver.eigenvectors().rightCols(count).transpose();
    noise.variances = solver.eigenvalues().tail(count).cwiseMax(0);
    const Eigen::Index others = covariance.rows() - count;
    noise.rest = others > 0 ? std::max(solver.eigenvalues().head(others).mean(), 0.0F) : 0;
    noise.ridge = everyones.ridge;
    return noise;
}

} // namespace

std::vector<MirrorStep> mirror_schedule(const std::array<bool, channel_count>& shown) {
    std::vector<MirrorStep> steps(rest_steps);
    for (ChannelIndex c = 0; c < channel_count; ++c) {
        if (!shown[c]) continue;
        for (const float amount : sweep) {
            MirrorStep step{.kind = MirrorStep::Kind::alone, .channel = c, .head = {}, .weights = {}};
            step.weights[c] = amount;
            if (c == close) step.weights[jaw] = amount; // lips close over an open jaw
            steps.push_back(step);
        }
    }
    add_together(shown, steps);
    return steps;
}

Result<FaceBasis> learn_mirror(const FitModel& model, std::span<const MirrorLook> looks, std::size_t steps,
                               const std::string& name) {
    constexpr double least_share = 0.9;
    if (static_cast<double>(looks.size()) < least_share * static_cast<double>(steps) || looks.empty())
        return fail(ErrorCode::check_failed, "a face was found in {} of {} pictures of the rig", looks.size(),
                    steps);
    FaceBasis basis;
    basis.rows = rows_alone(model, looks);
    basis.noise = noise_of(basis.rows, looks, model.experts.front().noise);
    basis.sparsity = 0.8F;
    basis.share = 2.0F / 3;
    basis.personal_share = 0.2F;
    basis.name = name;
    return basis;
}

} // namespace mien
