#include "solver/calibration/calibrate.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include <Eigen/Cholesky>

#include "solver/calibration/asked_movement.h"

namespace mien {
namespace {

constexpr auto channels = static_cast<Eigen::Index>(channel_count);
/// What a performer is taken to do when asked: most go no further than four fifths of what they can.
constexpr float asked_amplitude = 0.8F;
/// While one thing is asked for, what the average solver sees of all others is mostly taken for its mistake.
constexpr float trust_in_others = 0.35F;
constexpr float correction_ridge = 0.04F;
constexpr double settle = 0.2; ///< seconds at the start of a rest in which the face still comes to it
constexpr std::size_t least_rest = 8;

bool is_blink(const Prompt& prompt) {
    return std::all_of(prompt.channels.begin(), prompt.channels.end(),
                       [](ChannelIndex c) { return channel_names[c].starts_with("eyeBlink"); });
}

/// Channels of which the average solver is believed while something else is asked for: people blink and
/// squint along.
bool comes_along(ChannelIndex c) {
    return takes_no_correction(c) || channel_names[c].starts_with("cheekSquint");
}

std::vector<std::size_t> frames_at_rest(std::span<const CalibrationFrame> frames,
                                        std::span<const Prompt> prompts) {
    std::vector<std::size_t> rest;
    for (std::size_t k = 0; k < frames.size(); ++k)
        if (std::any_of(prompts.begin(), prompts.end(), [&](const Prompt& prompt) {
                return prompt.channels.empty() && frames[k].t >= prompt.from + settle &&
                       frames[k].t < prompt.to;
            }))
            rest.push_back(k);
    return rest;
}

/// The lengths of the rows of `chosen` at each landmark, each divided by their sum: who moves it, where
/// several channels were asked for at once.
std::vector<Eigen::VectorXf> shares_of(const Eigen::MatrixXf& rows, const std::vector<ChannelIndex>& chosen) {
    std::vector<Eigen::VectorXf> shares;
    Eigen::VectorXf total = Eigen::VectorXf::Zero(rows.cols());
    for (const ChannelIndex c : chosen) {
        Eigen::VectorXf length(rows.cols());
        for (Eigen::Index i = 0; i + 1 < rows.cols(); i += 2)
            length(i) = length(i + 1) =
                std::hypot(rows(static_cast<Eigen::Index>(c), i), rows(static_cast<Eigen::Index>(c), i + 1));
        total += length;
        shares.push_back(std::move(length));
    }
    for (Eigen::VectorXf& share : shares) share.array() /= total.array().max(1e-9F);
    return shares;
}

struct Recording {
    const FitModel& model;
    const FaceBasis& basis;
    std::span<const CalibrationFrame> frames;
    std::vector<std::size_t> rest;
};

/// What a weight of 1 moved, by channel: the mean over the movements that asked for it.
Eigen::MatrixXf seen_rows(const Recording& recording, std::span<const AskedMovement> movements) {
    Eigen::MatrixXf seen = Eigen::MatrixXf::Zero(channels, recording.basis.rows.cols());
    std::array<float, channel_count> times{};
    for (const AskedMovement& movement : movements) {
        const auto& asked = movement.prompt->channels;
        const auto shares = shares_of(recording.basis.rows, asked);
        for (std::size_t i = 0; i < asked.size(); ++i) {
            seen.row(static_cast<Eigen::Index>(asked[i])) +=
                shares[i].cwiseProduct(movement.peak).transpose() / asked_amplitude;
            ++times[asked[i]];
        }
    }
    for (ChannelIndex c = 0; c < channel_count; ++c)
        if (times[c] > 0) seen.row(static_cast<Eigen::Index>(c)) /= times[c];
    return seen;
}

/// What the weights are taken to have been in one frame of a movement.
Weights taken_weights(const AskedMovement& movement, Eigen::Index place, const Weights& solved) {
    Weights weights = solved;
    for (ChannelIndex c = 0; c < channel_count; ++c)
        if (!comes_along(c)) weights[c] *= trust_in_others;
    for (const ChannelIndex c : movement.prompt->channels)
        weights[c] = asked_amplitude * std::min(movement.envelope(place), 1.0F);
    return weights;
}

/// Ridge regression of what the solver with the performer's rows still misses, on what it sees.
Eigen::MatrixXf learn_correction(const Recording& recording, std::span<const AskedMovement> movements,
                                 const PersonalFit& uncorrected) {
    const Eigen::Index inputs = 2 * channels + recording.model.components.rows();
    Eigen::MatrixXf gram = Eigen::MatrixXf::Zero(inputs, inputs);
    Eigen::MatrixXf product = Eigen::MatrixXf::Zero(inputs, channels);
    float count = 0;
    const auto add = [&](const PersonalFit::Stage& stage, const Weights& wanted) {
        Eigen::VectorXf missing(channels);
        for (ChannelIndex c = 0; c < channel_count; ++c)
            missing(static_cast<Eigen::Index>(c)) = wanted[c] - stage.weights[c];
        gram += stage.inputs * stage.inputs.transpose();
        product += stage.inputs * missing.transpose();
        ++count;
    };
    for (const std::size_t k : recording.rest)
        add(uncorrected.before_correction(recording.frames[k].look), Weights{});
    for (const AskedMovement& movement : movements)
        for (Eigen::Index i = 0; i < movement.envelope.size(); ++i) {
            const auto k = movement.first + static_cast<std::size_t>(i);
            const auto stage = uncorrected.before_correction(recording.frames[k].look);
            add(stage, taken_weights(movement, i, stage.weights));
        }
    gram /= count;
    gram.diagonal().array() += correction_ridge;
    Eigen::MatrixXf correction = gram.llt().solve(product / count);
    for (ChannelIndex c = 0; c < channel_count; ++c)
        if (takes_no_correction(c)) correction.col(static_cast<Eigen::Index>(c)).setZero();
    return correction;
}

PersonalResponse learn(const Recording& recording, std::span<const AskedMovement> movements) {
    PersonalResponse response = no_response(recording.model);
    response.basis = recording.basis.name;
    response.seen = seen_rows(recording, movements);
    for (const AskedMovement& movement : movements)
        for (const ChannelIndex c : movement.prompt->channels) response.adapted[c] = true;
    const PersonalFit uncorrected(recording.model, recording.basis, response);
    response.correction = learn_correction(recording, movements, uncorrected);
    return response;
}

/// How well a channel's weight follows what was asked: correlation with it, and the mean weight while it was
/// not.
class Agreement {
public:
    void add(float weight, float wanted, bool asked) {
        ++count_;
        sum_w_ += weight;
        sum_y_ += wanted;
        sum_ww_ += static_cast<double>(weight) * weight;
        sum_yy_ += static_cast<double>(wanted) * wanted;
        sum_wy_ += static_cast<double>(weight) * wanted;
        if (!asked) {
            leak_ += weight;
            ++elsewhere_;
        }
    }
    [[nodiscard]] double correlation() const {
        const double w = count_ * sum_ww_ - sum_w_ * sum_w_;
        const double y = count_ * sum_yy_ - sum_y_ * sum_y_;
        return w > 0 && y > 0 ? (count_ * sum_wy_ - sum_w_ * sum_y_) / std::sqrt(w * y) : 0;
    }
    [[nodiscard]] double leak() const { return elsewhere_ > 0 ? leak_ / elsewhere_ : 0; }

private:
    double count_ = 0, sum_w_ = 0, sum_y_ = 0, sum_ww_ = 0, sum_yy_ = 0, sum_wy_ = 0, leak_ = 0,
           elsewhere_ = 0;
};

/// Whether on `movements` each channel is followed no worse with the response than without.
std::array<bool, channel_count> no_worse(const Recording& recording, std::span<const AskedMovement> movements,
                                         const PersonalResponse& response) {
    const PersonalFit everyones(recording.model, recording.basis, std::nullopt);
    const PersonalFit personal(recording.model, recording.basis, response);
    std::array<Agreement, channel_count> before;
    std::array<Agreement, channel_count> after;
    for (const AskedMovement& movement : movements) {
        const auto& asked = movement.prompt->channels;
        for (Eigen::Index i = 0; i < movement.envelope.size(); ++i) {
            const BoundedFit::Look& look =
                recording.frames[movement.first + static_cast<std::size_t>(i)].look;
            const Weights usual = everyones.weights_of(look);
            const Weights weights = personal.weights_of(look);
            for (ChannelIndex c = 0; c < channel_count; ++c) {
                const bool is_asked = std::find(asked.begin(), asked.end(), c) != asked.end();
                const float wanted = is_asked ? movement.envelope(i) : 0;
                before[c].add(usual[c], wanted, is_asked);
                after[c].add(weights[c], wanted, is_asked);
            }
        }
    }
    constexpr double more_leak = 0.01; // what a dead zone takes off anyway
    std::array<bool, channel_count> kept{};
    for (ChannelIndex c = 0; c < channel_count; ++c)
        kept[c] = after[c].correlation() >= before[c].correlation() &&
                  after[c].leak() <= before[c].leak() + more_leak;
    return kept;
}

/// Movements of which every channel was asked for before.
std::vector<bool> second_askings(std::span<const AskedMovement> movements) {
    std::array<bool, channel_count> asked{};
    std::vector<bool> second;
    for (const AskedMovement& movement : movements) {
        const auto& wanted = movement.prompt->channels;
        second.push_back(std::all_of(wanted.begin(), wanted.end(), [&](ChannelIndex c) { return asked[c]; }));
        for (const ChannelIndex c : wanted) asked[c] = true;
    }
    return second;
}

void judge(const Recording& recording, std::span<const AskedMovement> movements, Calibration& calibration) {
    const std::vector<bool> second = second_askings(movements);
    std::vector<AskedMovement> first;
    std::vector<AskedMovement> again;
    for (std::size_t i = 0; i < movements.size(); ++i) (second[i] ? again : first).push_back(movements[i]);
    std::array<bool, channel_count> repeated{};
    for (const AskedMovement& movement : again)
        for (const ChannelIndex c : movement.prompt->channels) repeated[c] = true;
    const auto kept = again.empty() ? std::array<bool, channel_count>{}
                                    : no_worse(recording, again, learn(recording, first));
    for (ChannelIndex c = 0; c < channel_count; ++c) {
        if (!calibration.response.adapted[c]) continue;
        ChannelVerdict& verdict = calibration.channels[c].verdict;
        verdict = !repeated[c] ? ChannelVerdict::unchecked
                  : kept[c]    ? ChannelVerdict::confirmed
                               : ChannelVerdict::not_confirmed;
        calibration.response.adapted[c] = verdict != ChannelVerdict::not_confirmed;
    }
}

/// Reach, noise and leak of every channel with the response.
void measure(const Recording& recording, std::span<const AskedMovement> movements, Calibration& calibration) {
    const PersonalFit personal(recording.model, recording.basis, calibration.response);
    std::array<std::vector<float>, channel_count> high;
    std::array<Agreement, channel_count> elsewhere;
    for (const AskedMovement& movement : movements) {
        const auto& asked = movement.prompt->channels;
        for (Eigen::Index i = 0; i < movement.envelope.size(); ++i) {
            const Weights weights =
                personal.weights_of(recording.frames[movement.first + static_cast<std::size_t>(i)].look);
            for (ChannelIndex c = 0; c < channel_count; ++c) {
                const bool is_asked = std::find(asked.begin(), asked.end(), c) != asked.end();
                if (!is_asked)
                    elsewhere[c].add(weights[c], 0, false);
                else if (movement.envelope(i) >= 0.8F)
                    high[c].push_back(weights[c]);
            }
        }
    }
    std::array<std::vector<float>, channel_count> still;
    for (const std::size_t k : recording.rest) {
        const Weights weights = personal.weights_of(recording.frames[k].look);
        for (ChannelIndex c = 0; c < channel_count; ++c) still[c].push_back(weights[c]);
    }
    for (ChannelIndex c = 0; c < channel_count; ++c) {
        ChannelCalibration& channel = calibration.channels[c];
        channel.leak = static_cast<float>(elsewhere[c].leak());
        const Eigen::Map<const Eigen::ArrayXf> values(still[c].data(),
                                                      static_cast<Eigen::Index>(still[c].size()));
        channel.noise = std::sqrt((values - values.mean()).square().mean());
        if (high[c].empty()) continue;
        const auto middle = high[c].begin() + static_cast<std::ptrdiff_t>(high[c].size() / 2);
        std::nth_element(high[c].begin(), middle, high[c].end());
        channel.reach = *middle;
    }
}

} // namespace

float gain_for(const ChannelCalibration& channel) {
    constexpr float least_reach = 0.25F;
    constexpr float most_gain = 1.5F;
    if (channel.reach < least_reach || channel.reach < 3 * channel.noise) return 1;
    return std::clamp(asked_amplitude / channel.reach, 1.0F, most_gain);
}

Result<Calibration> calibrate(const FitModel& model, const FaceBasis& basis,
                              std::span<const CalibrationFrame> frames, std::span<const Prompt> prompts) {
    const Recording recording{model, basis, frames, frames_at_rest(frames, prompts)};
    if (recording.rest.size() < least_rest)
        return fail(ErrorCode::usage,
                    "The calibration needs a second of the face at rest: a prompt without channels in "
                    "which the face is seen");
    Calibration calibration;
    std::vector<AskedMovement> movements;
    for (std::size_t i = 0; i < prompts.size(); ++i) {
        if (prompts[i].channels.empty() || is_blink(prompts[i])) continue;
        auto movement = answer_to(prompts[i], basis.noise, frames, recording.rest);
        if (movement && movement->followed())
            movements.push_back(*std::move(movement));
        else
            calibration.not_followed.push_back(i);
    }
    if (movements.empty())
        return fail(ErrorCode::usage,
                    "The face followed none of the {} prompts; do the times fit this recording?",
                    prompts.size());
    calibration.response = learn(recording, movements);
    judge(recording, movements, calibration);
    measure(recording, movements, calibration);
    return calibration;
}

} // namespace mien
