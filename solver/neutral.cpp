#include "solver/neutral.h"

#include <algorithm>
#include <cmath>

namespace mien {
namespace {

constexpr double prior_seconds =
    0.1; ///< what the average person counts: a stranger's own face rules within a second
constexpr double memory_seconds = 120; ///< a performer's rest face a few minutes ago still counts
constexpr double temperature = 0.3;    ///< a frame with this much more expression counts 1/e
constexpr double longest_step_s = 0.1; ///< what one frame counts at most, whatever the gap before it

} // namespace

Eigen::Matrix3Xd typical_face(const std::vector<Eigen::Matrix3Xd>& frames) {
    Eigen::Matrix3Xd face(3, frames.front().cols());
    std::vector<double> values(frames.size());
    const std::size_t cut = frames.size() / 4;
    for (Eigen::Index i = 0; i < face.size(); ++i) {
        for (std::size_t k = 0; k < frames.size(); ++k) values[k] = frames[k].data()[i];
        std::sort(values.begin(), values.end());
        double sum = 0;
        for (std::size_t k = cut; k < values.size() - cut; ++k) sum += values[k];
        face.data()[i] = sum / static_cast<double>(values.size() - 2 * cut);
    }
    return face;
}

void AdaptiveNeutral::reset(const Eigen::Matrix3Xd& average_person) {
    prior_ = average_person;
    mean_ = average_person;
    points_ = average_person;
    mass_ = 0;
    have_ = false;
}

void AdaptiveNeutral::add(const Eigen::Matrix3Xd& points, double expressiveness, Timestamp t) {
    const double dt = have_ ? std::clamp((t - last_).seconds(), 0.0, longest_step_s) : 1.0 / 30;
    last_ = t;
    if (!have_ || expressiveness < least_) {
        // Older frames were more expressive than was known: they count less now.
        if (have_) mass_ *= std::exp((expressiveness - least_) / temperature);
        least_ = expressiveness;
        have_ = true;
    }
    mass_ *= std::exp(-dt / memory_seconds);
    const double gained = dt * std::exp((least_ - expressiveness) / temperature);
    mass_ += gained;
    if (mass_ > 0) mean_ += gained / mass_ * (points - mean_);
    points_ = (prior_seconds * prior_ + mass_ * mean_) / (prior_seconds + mass_);
}

} // namespace mien
