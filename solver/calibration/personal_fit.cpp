#include "solver/calibration/personal_fit.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace mien {
namespace {

constexpr auto channels = static_cast<Eigen::Index>(channel_count);

Eigen::Index correction_inputs(const FitModel& model) {
    return 2 * channels + model.components.rows();
}

/// The basis with a performer's own movements in the rows of the channels they were asked for.
Eigen::MatrixXf rows_of(const FaceBasis& basis, const std::optional<PersonalResponse>& response) {
    Eigen::MatrixXf rows = basis.rows;
    if (!response) return rows;
    for (ChannelIndex c = 0; c < channel_count; ++c) {
        const auto row = static_cast<Eigen::Index>(c);
        if (response->adapted[c])
            rows.row(row) =
                (1 - basis.personal_share) * rows.row(row) + basis.personal_share * response->seen.row(row);
    }
    return rows;
}

/// The correction, without the columns of channels that are not adapted; none where it is another basis's.
Eigen::MatrixXf correction_of(const FaceBasis& basis, const std::optional<PersonalResponse>& response) {
    if (!response || response->basis != basis.name) return {};
    Eigen::MatrixXf correction = response->correction;
    for (ChannelIndex c = 0; c < channel_count && correction.rows() > 0; ++c)
        if (!response->adapted[c]) correction.col(static_cast<Eigen::Index>(c)).setZero();
    return correction;
}

} // namespace

FaceBasis everyones_basis(const FitModel& model) {
    return {.rows = model.experts.front().basis, .noise = model.experts.front().noise, .name = {}};
}

PersonalResponse no_response(const FitModel& model) {
    return {.scheme = model.scheme,
            .adapted = {},
            .seen = Eigen::MatrixXf::Zero(channels, model.experts.front().basis.cols()),
            .correction = Eigen::MatrixXf::Zero(correction_inputs(model), channels),
            .basis = {}};
}

bool takes_no_correction(ChannelIndex channel) {
    constexpr std::array<std::string_view, 7> starts = {
        "jawLeft", "jawRight", "mouthDimple", "mouthStretch", "eyeLookIn", "eyeLookOut", "eyeBlink"};
    return std::any_of(starts.begin(), starts.end(),
                       [&](std::string_view start) { return channel_names[channel].starts_with(start); });
}

bool PersonalFit::matches(const FitModel& model, const FaceBasis& basis) {
    const Eigen::Index feature = model.experts.front().basis.cols();
    return basis.rows.rows() == channels && basis.rows.cols() == feature &&
           basis.noise.directions.cols() == feature &&
           basis.noise.variances.size() == basis.noise.directions.rows();
}

bool PersonalFit::matches(const FitModel& model, const PersonalResponse& response) {
    return response.scheme == model.scheme && response.seen.rows() == channels &&
           response.seen.cols() == model.experts.front().basis.cols() &&
           response.correction.cols() == channels && response.correction.rows() == correction_inputs(model);
}

PersonalFit::PersonalFit(FitModel model, FaceBasis basis, std::optional<PersonalResponse> response)
    : everyone_(std::move(model)), basis_(rows_of(basis, response), basis.noise, basis.sparsity),
      share_(basis.share), correction_(correction_of(basis, response)) {}

PersonalFit::Stage PersonalFit::before_correction(const BoundedFit::Look& look) const {
    const Weights fit = basis_.fit(look.feature);
    Stage stage;
    for (ChannelIndex c = 0; c < channel_count; ++c)
        stage.weights[c] = share_ * fit[c] + (1 - share_) * look.weights[c];
    stage.inputs.resize(correction_inputs(everyone_.model()));
    stage.inputs << Eigen::Map<const Eigen::VectorXf>(fit.data(), channels),
        0.5F * (everyone_.model().components * look.feature),
        Eigen::Map<const Eigen::VectorXf>(stage.weights.data(), channels);
    return stage;
}

Weights PersonalFit::weights_of(const BoundedFit::Look& look) const {
    Stage stage = before_correction(look);
    if (correction_.rows() == 0) return stage.weights;
    const Eigen::VectorXf correction = correction_.transpose() * stage.inputs;
    for (ChannelIndex c = 0; c < channel_count; ++c)
        stage.weights[c] =
            std::clamp(stage.weights[c] + correction(static_cast<Eigen::Index>(c)), 0.0F, 1.0F);
    return stage.weights;
}

Weights PersonalFit::solve(const ExpressionInput& input) const {
    return weights_of(everyone_.look(input));
}

} // namespace mien
