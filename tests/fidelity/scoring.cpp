#include "scoring.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace mien::test {
namespace {

constexpr ChannelIndex tongue = channel("tongueOut");

/// The prediction at each truth frame; untracked where there is none near enough.
std::vector<FaceState> at_truth_times(const std::vector<FaceState>& predicted,
                                      const std::vector<FaceState>& truth) {
    std::vector<FaceState> sampled;
    for (const FaceState& frame : truth) {
        const auto after = std::lower_bound(predicted.begin(), predicted.end(), frame.t,
                                            [](const FaceState& state, Timestamp t) { return state.t < t; });
        const FaceState* nearest = nullptr;
        const auto consider = [&](const FaceState& state) {
            const auto distance = [&](const FaceState& s) { return std::abs((s.t - frame.t).ns); };
            if (distance(state) <= Duration::from_ms(25).ns &&
                (nearest == nullptr || distance(state) < distance(*nearest)))
                nearest = &state;
        };
        if (after != predicted.begin()) consider(*(after - 1));
        if (after != predicted.end()) consider(*after);
        sampled.push_back(nearest != nullptr && nearest->tracked ? *nearest : FaceState{});
    }
    return sampled;
}

std::array<double, 3> angles(const FaceState& state) {
    return {state.head.yaw, state.head.pitch, state.head.roll};
}

double wrapped(double degrees) {
    return degrees - 360 * std::floor((degrees + 180) / 360);
}

double correlation(const std::vector<double>& a, const std::vector<double>& b) {
    const auto n = static_cast<double>(a.size());
    const double mean_a = std::accumulate(a.begin(), a.end(), 0.0) / n;
    const double mean_b = std::accumulate(b.begin(), b.end(), 0.0) / n;
    double ab = 0;
    double aa = 0;
    double bb = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        ab += (a[i] - mean_a) * (b[i] - mean_b);
        aa += (a[i] - mean_a) * (a[i] - mean_a);
        bb += (b[i] - mean_b) * (b[i] - mean_b);
    }
    if (std::sqrt(aa / n) < 1e-6 || std::sqrt(bb / n) < 1e-6) return 0;
    return ab / std::sqrt(aa * bb);
}

double deviation(const std::vector<double>& values) {
    const auto n = static_cast<double>(values.size());
    const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
    double squares = 0;
    for (const double v : values) squares += (v - mean) * (v - mean);
    return std::sqrt(squares / n);
}

} // namespace

Score score(const std::vector<FaceState>& predicted, const std::vector<FaceState>& truth, double neutral_from,
            double neutral_to) {
    std::vector<FaceState> sampled = at_truth_times(predicted, truth);
    Weights rest{};
    std::array<double, 3> turned{};
    float resting = 0;
    double tracked = 0;
    for (std::size_t i = 0; i < truth.size(); ++i) {
        tracked += sampled[i].tracked;
        const double t = truth[i].t.seconds();
        if (!sampled[i].tracked || t < neutral_from || t >= neutral_to) continue;
        ++resting;
        for (ChannelIndex c = 0; c < channel_count; ++c) rest[c] += sampled[i].weights[c];
        for (std::size_t k = 0; k < 3; ++k) turned[k] += angles(sampled[i])[k] - angles(truth[i])[k];
    }
    Score result;
    std::array<double, 3> error{};
    double moving = 0;
    double idle = 0;
    for (ChannelIndex c = 0; c < channel_count; ++c) {
        if (c == tongue) continue;
        const float zero = resting > 0 ? rest[c] / resting : 0;
        std::vector<double> values;
        std::vector<double> wanted;
        for (std::size_t i = 0; i < truth.size(); ++i) {
            const float stretched = zero < 0.95F ? (sampled[i].weights[c] - zero) / (1 - zero) : 0;
            values.push_back(sampled[i].tracked ? std::clamp(stretched, 0.0F, 1.0F) : 0.0F);
            wanted.push_back(truth[i].weights[c]);
            result.mae += std::abs(values.back() - wanted.back());
            if (wanted.back() == 0) {
                result.leak += values.back();
                ++idle;
            }
        }
        if (deviation(wanted) <= 0.02) continue;
        result.mean_r += correlation(values, wanted);
        ++moving;
    }
    const auto frames = static_cast<double>(truth.size());
    for (std::size_t i = 0; i < truth.size(); ++i)
        for (std::size_t k = 0; k < 3; ++k) {
            const double offset = resting > 0 ? turned[k] / resting : 0;
            const double seen = sampled[i].tracked ? angles(sampled[i])[k] - offset : 0;
            error[k] += std::abs(wrapped(seen - angles(truth[i])[k])) / frames;
        }
    result.tracked_percent = 100 * tracked / frames;
    result.mean_r /= std::max(1.0, moving);
    result.mae /= frames * (channel_count - 1);
    result.leak /= std::max(1.0, idle);
    result.yaw = error[0];
    result.pitch = error[1];
    result.roll = error[2];
    return result;
}

} // namespace mien::test
