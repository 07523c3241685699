// Solvers that know whose face it is: a performer from a calibration, the rig that is driven, or both.
#pragma once

#include <array>
#include <optional>
#include <string>

#include <Eigen/Core>

#include "capture/landmark_frame.h"
#include "solver/bounded_fit.h"
#include "solver/expression_basis.h"
#include "solver/expression_solver.h"

namespace mien {

/// The basis that counts beside the solver for everyone: that of people in general, or of one face.
struct FaceBasis {
    Eigen::MatrixXf rows; ///< 52 x 2p: how each channel moves the landmarks (BoundedFit's feature)
    LandmarkNoise noise;
    float sparsity = 0.7F; ///< what a weight of 1 costs, in lengths of its row
    float share = 0.35F;   ///< how much its fit counts; the solver for everyone has the rest
    /// How much of a performer's own row is theirs: much where the basis is everyone's, little where it is a
    /// rig's, whose idea of a weight of 1 counts.
    float personal_share = 0.7F;
    std::string name; ///< whose; a correction is for one basis only. Empty: everyone's
};

/// Everyone's basis: the first expert's.
[[nodiscard]] FaceBasis everyones_basis(const FitModel& model);

/// What a guided recording shows of one performer's face.
struct PersonalResponse {
    Scheme scheme = Scheme::none;
    std::array<bool, channel_count> adapted{}; ///< for which channels the rest counts
    /// 52 x 2p: what a weight of 1 moved in this performer's face; rows of channels that are not adapted are
    /// not used.
    Eigen::MatrixXf seen;
    /// (52 + c + 52) x 52: what is added to the weights, from inputs of the frame (PersonalFit::Stage). No
    /// rows: nothing.
    Eigen::MatrixXf correction;
    std::string basis; ///< FaceBasis::name of the basis that the correction was learnt on
};

/// The response of nobody in particular.
[[nodiscard]] PersonalResponse no_response(const FitModel& model);

/// Channels whose correction would be learnt from movements that come along by chance (the jaw's and the
/// mouth's sides, gaze, blinks): only their rows are personal.
[[nodiscard]] bool takes_no_correction(ChannelIndex channel);

/// The solver for everyone with a basis beside it and a performer's response on top. Any thread.
class PersonalFit final : public ExpressionSolver {
public:
    /// basis and response (where there is one) must be of the model's scheme and sizes (matches()).
    PersonalFit(FitModel model, FaceBasis basis, std::optional<PersonalResponse> response);

    [[nodiscard]] static bool matches(const FitModel& model, const FaceBasis& basis);
    [[nodiscard]] static bool matches(const FitModel& model, const PersonalResponse& response);
    [[nodiscard]] Weights solve(const ExpressionInput& input) const override;

    /// The weights before the correction, and what a correction looks at: the basis's fit, half the c
    /// components of the feature, the weights.
    struct Stage {
        Weights weights{};
        Eigen::VectorXf inputs;
    };
    [[nodiscard]] Stage before_correction(const BoundedFit::Look& look) const;
    /// solve()'s weights from what the solver for everyone saw.
    [[nodiscard]] Weights weights_of(const BoundedFit::Look& look) const;

private:
    BoundedFit everyone_;
    ExpressionBasis basis_;
    float share_;
    Eigen::MatrixXf correction_; ///< none: no rows
};

} // namespace mien
