// The performer at rest: what expressions are measured against.
#pragma once

#include <vector>

#include <Eigen/Core>

#include "base/time.h"

namespace mien {

/// The typical face of some frames in the head frame: per coordinate the mean of the middle half, so that a
/// blink or a lost point among them does not count (FAULTS A8). All frames have the same number of columns;
/// at least one.
[[nodiscard]] Eigen::Matrix3Xd typical_face(const std::vector<Eigen::Matrix3Xd>& frames);

/// The neutral before one is captured: an average over the performer's frames in which those that look least
/// like an expression count most, pulled a little to the average person. Being still counts for nothing:
/// people hold smiles. One owner.
class AdaptiveNeutral {
public:
    explicit AdaptiveNeutral(const Eigen::Matrix3Xd& average_person) { reset(average_person); }
    void reset(const Eigen::Matrix3Xd& average_person);
    /// `expressiveness`: how much the frame differs from the average person at rest in ways an expression
    /// would (sum of weights); what counts is the difference to the least seen so far.
    void add(const Eigen::Matrix3Xd& points, double expressiveness, Timestamp t);
    [[nodiscard]] const Eigen::Matrix3Xd& points() const { return points_; }
    /// Seconds of least expressive frames that the estimate rests on.
    [[nodiscard]] double seconds() const { return mass_; }

private:
    Eigen::Matrix3Xd prior_;
    Eigen::Matrix3Xd mean_;
    Eigen::Matrix3Xd points_;
    double mass_ = 0;
    double least_ = 0;
    Timestamp last_{};
    bool have_ = false;
};

} // namespace mien
