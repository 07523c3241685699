#include "solver/calibration/asked_movement.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace mien {
namespace {

/// Seconds after a prompt's start in which nobody has begun, and after its end until the face has let go.
constexpr double reaction = 0.1;
constexpr double release = 0.5;
constexpr std::size_t least_frames = 6;
constexpr float overshoot = 1.1F;

Eigen::VectorXf median_feature(std::span<const CalibrationFrame> frames,
                               const std::vector<std::size_t>& chosen) {
    const Eigen::Index size = frames.front().look.feature.size();
    Eigen::VectorXf median(size);
    std::vector<float> values(chosen.size());
    for (Eigen::Index i = 0; i < size; ++i) {
        std::transform(chosen.begin(), chosen.end(), values.begin(),
                       [&](std::size_t k) { return frames[k].look.feature(i); });
        const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
        std::nth_element(values.begin(), middle, values.end());
        median(i) = *middle;
    }
    return median;
}

/// How far along `direction` (normalised so that the peak is at 1) each frame is, smoothed over three frames.
Eigen::VectorXf envelope_along(std::span<const CalibrationFrame> frames, const Eigen::VectorXf& direction) {
    const auto count = static_cast<Eigen::Index>(frames.size());
    Eigen::VectorXf along(count);
    for (Eigen::Index i = 0; i < count; ++i)
        along(i) =
            std::clamp(frames[static_cast<std::size_t>(i)].look.feature.dot(direction), 0.0F, overshoot);
    Eigen::VectorXf smooth(count);
    for (Eigen::Index i = 0; i < count; ++i)
        smooth(i) =
            (along(std::max<Eigen::Index>(i - 1, 0)) + along(i) + along(std::min(i + 1, count - 1))) / 3;
    return smooth;
}

float quantile(Eigen::VectorXf values, double share) {
    const auto place =
        values.data() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
    std::nth_element(values.data(), place, values.data() + values.size());
    return *place;
}

/// The linear form that is 1 at the peak and blind to what noise does.
Eigen::VectorXf direction_to(const Eigen::VectorXf& peak, const LandmarkNoise& noise) {
    const Eigen::VectorXf whitened = noise.whitened(peak.transpose()).transpose();
    const float length = peak.dot(whitened);
    return length > 0 ? Eigen::VectorXf(whitened / length) : Eigen::VectorXf::Zero(peak.size());
}

float length_under(const Eigen::VectorXf& feature, const LandmarkNoise& noise) {
    return std::sqrt(std::max(feature.dot(noise.whitened(feature.transpose()).row(0).transpose()), 0.0F));
}

/// The typical length of the median of as many frames at rest in a row: what a face does that was asked for
/// nothing.
float length_at_rest(const LandmarkNoise& noise, std::span<const CalibrationFrame> frames,
                     std::span<const std::size_t> rest, std::size_t size) {
    size = std::min(size, rest.size());
    std::vector<float> lengths;
    for (std::size_t from = 0; from + size <= rest.size(); from += std::max<std::size_t>(size / 2, 1)) {
        const auto some = rest.subspan(from, size);
        lengths.push_back(length_under(median_feature(frames, {some.begin(), some.end()}), noise));
    }
    const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2);
    std::nth_element(lengths.begin(), middle, lengths.end()); // a blink among them must not count
    return std::max(*middle, 1e-4F);                          // a picture without noise
}

/// How alike the medians of every other frame are: 1 for a movement, about 0 where there is only noise.
float steadiness_of(std::span<const CalibrationFrame> frames, const std::vector<std::size_t>& high,
                    const LandmarkNoise& noise) {
    if (high.size() < 2) return 0;
    std::array<std::vector<std::size_t>, 2> halves;
    for (std::size_t i = 0; i < high.size(); ++i) halves[i % 2].push_back(high[i]);
    const Eigen::VectorXf a = median_feature(frames, halves[0]);
    const Eigen::VectorXf b = median_feature(frames, halves[1]);
    const float lengths = length_under(a, noise) * length_under(b, noise);
    return lengths > 0 ? a.dot(noise.whitened(b.transpose()).row(0).transpose()) / lengths : 0;
}

} // namespace

std::optional<AskedMovement> answer_to(const Prompt& prompt, const LandmarkNoise& noise,
                                       std::span<const CalibrationFrame> frames,
                                       std::span<const std::size_t> rest) {
    const auto at = [&frames](double t) {
        return static_cast<std::size_t>(
            std::lower_bound(frames.begin(), frames.end(), t,
                             [](const CalibrationFrame& frame, double time) { return frame.t < time; }) -
            frames.begin());
    };
    AskedMovement movement;
    movement.prompt = &prompt;
    movement.first = at(prompt.from + reaction);
    const std::size_t end = at(prompt.to + release);
    if (end < movement.first + least_frames || rest.empty()) return std::nullopt;
    const auto window = frames.subspan(movement.first, end - movement.first);

    std::vector<std::size_t> high; // at first the middle of the window, then where the envelope is high
    for (std::size_t k = window.size() / 3; k < window.size() * 3 / 4; ++k) high.push_back(k);
    Eigen::VectorXf direction;
    constexpr int rounds = 3;
    for (int round = 0; round < rounds; ++round) {
        movement.peak = median_feature(window, high);
        direction = direction_to(movement.peak, noise);
        movement.envelope = envelope_along(window, direction);
        const float top = quantile(movement.envelope, 0.85);
        high.clear();
        for (std::size_t k = 0; k < window.size(); ++k)
            if (movement.envelope(static_cast<Eigen::Index>(k)) >= 0.8F * top) high.push_back(k);
    }
    movement.strength = length_under(movement.peak, noise) / length_at_rest(noise, frames, rest, high.size());
    movement.steadiness = steadiness_of(window, high, noise);
    return movement;
}

} // namespace mien
