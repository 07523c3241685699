// The One Euro filter (Casiez, Roussel, Vogel 2012): a low-pass whose cutoff rises with the speed, so that a
// still face is calm and a fast move is not late. Works on real time steps; refuses what is not finite.
#pragma once

#include <Eigen/Geometry>

#include "base/time.h"

namespace mien {

/// cutoff = min_cutoff + beta * speed; speed in the signal's unit a second, itself low-passed with
/// speed_cutoff. Hz.
struct OneEuroOptions {
    double min_cutoff = 1;
    double beta = 0;
    double speed_cutoff = 1;
};

/// The same filter, so many times as quick: what trembles is let through at `factor` times the pace, what
/// moves too.
[[nodiscard]] OneEuroOptions quickened(const OneEuroOptions& options, double factor);

/// How much of a new value counts after `dt` seconds at a cutoff in Hz: 0..1.
[[nodiscard]] double low_pass_share(double cutoff, double dt);

/// For one number. One owner.
class OneEuroFilter {
public:
    explicit OneEuroFilter(OneEuroOptions options = {}) : options_(options) {}
    /// The filtered value at `t`. The first value passes as it is, as does the first after a gap of 0.5 s and
    /// after a step back in time; a value that is not finite or at the same time as the last is ignored.
    double filter(double value, Timestamp t);
    void reset() { have_ = false; }
    /// From the next value on; what was remembered stays.
    void set(const OneEuroOptions& options) { options_ = options; }

private:
    OneEuroOptions options_;
    bool have_ = false;
    Timestamp last_{};
    double value_ = 0;
    double speed_ = 0;
};

/// For rotations: the same along the shortest arc, speed in degrees a second. One owner.
class OneEuroRotation {
public:
    explicit OneEuroRotation(OneEuroOptions options) : options_(options) {}
    Eigen::Quaterniond filter(const Eigen::Quaterniond& rotation, Timestamp t);
    void reset() { have_ = false; }
    /// From the next value on; what was remembered stays.
    void set(const OneEuroOptions& options) { options_ = options; }

private:
    OneEuroOptions options_;
    bool have_ = false;
    Timestamp last_{};
    Eigen::Quaterniond rotation_ = Eigen::Quaterniond::Identity();
    Eigen::Vector3d speed_ = Eigen::Vector3d::Zero();
};

} // namespace mien
