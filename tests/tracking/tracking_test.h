// What the tests of this folder share: the head's studio, a tracker, and time that goes on.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include "capture/tracker/tracker.h"
#include "solver/solver.h"
#include "tests/support/rendered_head.h"

namespace mien::test {

class TrackingTest : public testing::Test {
protected:
    /// Skips where models or OpenGL are missing.
    void SetUp() override;

    /// Another tracker of the mesh, and the time from the start.
    void use(const TrackerOptions& options = {});
    /// The next frame, 1/30 s after the last.
    LandmarkFrame track(Image picture);
    /// A person points at this pixel.
    void point_at(float x, float y) { tracker_->choose(x, y); }
    /// The next frame, solved.
    SolvedFrame solve(Image picture);
    [[nodiscard]] const LandmarkFrame& last() const { return last_; }
    HeadStudio& studio() { return *studio_; }
    Solver& solver() { return *solver_; }

    /// The head at rest as it is seen from the front; drawn once.
    static const Image& head();
    static Image head_at(const Placement& placement);

private:
    static std::optional<HeadStudio>& shared_studio();
    HeadStudio* studio_ = nullptr;
    std::unique_ptr<Tracker> tracker_;
    std::optional<Solver> solver_;
    std::uint64_t index_ = 0;
    LandmarkFrame last_;
};

/// Middle of the box round the points, and its width.
struct FaceBox {
    float x = 0;
    float y = 0;
    float width = 0;
};
[[nodiscard]] FaceBox box_of(const LandmarkFrame& frame);

[[nodiscard]] double deviation(const std::vector<float>& values);

} // namespace mien::test
