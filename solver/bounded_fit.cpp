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

BoundedFit::BoundedFit(FitModel model) : model_(std::move(model)), partner_(mirror_partners(model_)) {}

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
        refined[c] = std::clamp(out(row) + net.gain(row) * fit[c], 0.0F, 1.0F);
    }
    return refined;
}

Weights BoundedFit::solve(const ExpressionInput& input) const {
    const Eigen::VectorXf x = displacement(input.points, input.neutral, model_.landmarks, feature_scale);
    const Weights fit = minimise_in_box(model_.gram, model_.projection * x, model_.penalty);
    if (model_.refinement.empty()) return fit;
    const Weights seen = refine(fit, x, input);
    const Eigen::Matrix3Xd points = mirrored(input.points, partner_);
    const Eigen::Matrix3Xd neutral = mirrored(input.neutral, partner_);
    const ExpressionInput image{
        .points = points, .neutral = neutral, .yaw = -input.yaw, .pitch = input.pitch, .roll = -input.roll};
    const Weights in_mirror = mirrored(
        refine(mirrored(fit), displacement(points, neutral, model_.landmarks, feature_scale), image));
    Weights weights{};
    for (ChannelIndex c = 0; c < channel_count; ++c) weights[c] = (fit[c] + seen[c] + in_mirror[c]) / 3;
    return weights;
}

} // namespace mien
