#include "solver/bounded_fit.h"

#include <algorithm>
#include <array>
#include <numbers>

#include "solver/eyes.h"
#include "solver/scheme_layout.h"

namespace mien {
namespace {

/// The feature is ten times the displacement, so that its values are about 1 (the data were made so).
constexpr double feature_scale = 10;

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

/// For each point of the mean face the one nearest to its mirror image. The irises go by number: a ring's
/// points are as near to each other as people's eyes differ.
std::vector<Eigen::Index> mirror_partners(const FitModel& model) {
    std::vector<Eigen::Index> partner;
    constexpr Eigen::Index first_iris = 468;
    const Eigen::Index skin = std::min<Eigen::Index>(model.mean_face.cols(), first_iris);
    for (Eigen::Index i = 0; i < skin; ++i) {
        const Eigen::Vector3d image = model.mean_face.col(i).cwiseProduct(Eigen::Vector3d(-1, 1, 1));
        Eigen::Index nearest = 0;
        (model.mean_face.leftCols(skin).colwise() - image).colwise().squaredNorm().minCoeff(&nearest);
        partner.push_back(nearest);
    }
    // Each iris: its centre, then its right, upper, left and lower end as seen in the picture.
    constexpr std::array<Eigen::Index, 10> irises = {473, 476, 475, 474, 477, 468, 471, 470, 469, 472};
    if (model.scheme == Scheme::mesh478) partner.insert(partner.end(), irises.begin(), irises.end());
    return partner;
}

Eigen::Matrix3Xd mirrored(const Eigen::Matrix3Xd& points, const std::vector<Eigen::Index>& partner) {
    Eigen::Matrix3Xd image(3, points.cols());
    for (Eigen::Index i = 0; i < points.cols(); ++i)
        image.col(i) =
            points.col(partner[static_cast<std::size_t>(i)]).cwiseProduct(Eigen::Vector3d(-1, 1, 1));
    return image;
}

Weights mirrored(const Weights& weights) {
    Weights image{};
    for (ChannelIndex c = 0; c < channel_count; ++c) image[c] = weights[mirrored_channel(c)];
    return image;
}

} // namespace

BoundedFit::BoundedFit(FitModel model) : model_(std::move(model)), partner_(mirror_partners(model_)) {
    for (const Expert& expert : model_.experts)
        bases_.emplace_back(expert.basis, expert.noise, expert.sparsity);
}

Eigen::VectorXf BoundedFit::context_of(const ExpressionInput& input, const Eigen::VectorXf& feature) const {
    const Eigen::VectorXf shape = displacement(input.neutral, model_.mean_face, model_.landmarks, 1);
    const SchemeLayout& layout = *layout_of(model_.scheme);
    const double shut = lid_shut_share(model_.scheme);
    const GazeAngles left = gaze_of(input.points, input.neutral, layout.left_eye);
    const GazeAngles right = gaze_of(input.points, input.neutral, layout.right_eye);
    // The scales are the trainer's (models/train): angles three times in radians, gaze in thirds of a right
    // angle.
    constexpr double angle_scale = 3 * std::numbers::pi / 180;
    constexpr double gaze_scale = 1.0 / 30;
    constexpr Eigen::Index further = 9;
    Eigen::VectorXf context(model_.components.rows() + model_.identities.rows() + further);
    context << model_.components * feature, static_cast<float>(angle_scale * input.yaw),
        static_cast<float>(angle_scale * input.pitch), static_cast<float>(angle_scale * input.roll),
        (model_.identities * shape).cwiseMax(-1.0F).cwiseMin(1.0F),
        static_cast<float>(lid_closure(input.points, input.neutral, layout.left_eye, shut)),
        static_cast<float>(lid_closure(input.points, input.neutral, layout.right_eye, shut)),
        static_cast<float>(gaze_scale * left.left), static_cast<float>(gaze_scale * left.down),
        static_cast<float>(gaze_scale * right.left), static_cast<float>(gaze_scale * right.down);
    return context;
}

Weights BoundedFit::refine(const Refinement& net, const Weights& fit, const Eigen::VectorXf& context) const {
    Eigen::VectorXf inputs(net.layers[0].cols());
    inputs << Eigen::Map<const Eigen::VectorXf>(fit.data(), static_cast<Eigen::Index>(fit.size())), context;
    const Eigen::VectorXf first = (net.layers[0] * inputs + net.offsets[0]).cwiseMax(0.0F);
    const Eigen::VectorXf second = (net.layers[1] * first + net.offsets[1]).cwiseMax(0.0F);
    const Eigen::VectorXf out = net.layers[2] * second + net.offsets[2];
    Weights refined{};
    for (ChannelIndex c = 0; c < channel_count; ++c) {
        const auto row = static_cast<Eigen::Index>(c);
        refined[c] = std::clamp(out(row) + net.gain(row) * fit[c], 0.0F, 1.0F);
    }
    return refined;
}

Eigen::VectorXf BoundedFit::feature(const ExpressionInput& input) const {
    return displacement(input.points, input.neutral, model_.landmarks, feature_scale);
}

BoundedFit::Look BoundedFit::look(const ExpressionInput& input) const {
    Look look;
    look.feature = feature(input);
    const Eigen::Matrix3Xd points = mirrored(input.points, partner_);
    const Eigen::Matrix3Xd neutral = mirrored(input.neutral, partner_);
    const ExpressionInput image{
        .points = points, .neutral = neutral, .yaw = -input.yaw, .pitch = input.pitch, .roll = -input.roll};
    const bool refined = std::any_of(model_.experts.begin(), model_.experts.end(),
                                     [](const Expert& expert) { return !expert.refinement.empty(); });
    const Eigen::VectorXf context = refined ? context_of(input, look.feature) : Eigen::VectorXf();
    const Eigen::VectorXf in_mirror = refined ? context_of(image, feature(image)) : Eigen::VectorXf();
    const auto share = 1 / static_cast<float>(model_.experts.size());
    for (std::size_t e = 0; e < model_.experts.size(); ++e) {
        const Refinement& net = model_.experts[e].refinement;
        const Weights fit = bases_[e].fit(look.feature);
        const Weights seen = net.empty() ? fit : refine(net, fit, context);
        const Weights other = net.empty() ? fit : mirrored(refine(net, mirrored(fit), in_mirror));
        for (ChannelIndex c = 0; c < channel_count; ++c) {
            look.fit[c] += share * fit[c];
            look.weights[c] += share * (fit[c] + seen[c] + other[c]) / 3;
        }
    }
    return look;
}

Weights BoundedFit::solve(const ExpressionInput& input) const {
    return look(input).weights;
}

} // namespace mien
