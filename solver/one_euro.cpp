#include "solver/one_euro.h"

#include <cmath>
#include <numbers>

#include "solver/head_rotation.h"

namespace mien {
namespace {

constexpr double longest_gap_s = 0.5; ///< after it the old value says nothing about the new one

} // namespace

OneEuroOptions quickened(const OneEuroOptions& options, double factor) {
    return {.min_cutoff = options.min_cutoff * factor,
            .beta = options.beta * factor,
            .speed_cutoff = options.speed_cutoff};
}

double low_pass_share(double cutoff, double dt) {
    const double time_constant = 1 / (2 * std::numbers::pi * cutoff);
    return dt / (dt + time_constant);
}

double OneEuroFilter::filter(double value, Timestamp t) {
    if (!std::isfinite(value)) return value_;
    const double dt = (t - last_).seconds();
    if (!have_ || dt < 0 || dt > longest_gap_s) {
        have_ = true;
        last_ = t;
        value_ = value;
        speed_ = 0;
        return value;
    }
    if (dt == 0) return value_;
    last_ = t;
    speed_ += low_pass_share(options_.speed_cutoff, dt) * ((value - value_) / dt - speed_);
    value_ += low_pass_share(options_.min_cutoff + options_.beta * std::abs(speed_), dt) * (value - value_);
    return value_;
}

Eigen::Quaterniond OneEuroRotation::filter(const Eigen::Quaterniond& rotation, Timestamp t) {
    if (!rotation.coeffs().allFinite()) return rotation_;
    const double dt = (t - last_).seconds();
    if (!have_ || dt < 0 || dt > longest_gap_s) {
        have_ = true;
        last_ = t;
        rotation_ = rotation.normalized();
        speed_.setZero();
        return rotation_;
    }
    if (dt == 0) return rotation_;
    last_ = t;
    constexpr double degrees = 180 / std::numbers::pi;
    const Eigen::Vector3d turn = vector_of(rotation * rotation_.conjugate());
    speed_ += low_pass_share(options_.speed_cutoff, dt) * (turn * (degrees / dt) - speed_);
    const double share = low_pass_share(options_.min_cutoff + options_.beta * speed_.norm(), dt);
    rotation_ = (rotation_from_vector(share * turn) * rotation_).normalized();
    return rotation_;
}

} // namespace mien
