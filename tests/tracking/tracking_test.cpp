#include "tests/tracking/tracking_test.h"

#include <algorithm>
#include <cmath>

#include "live/make_solver.h"

namespace mien::test {

std::optional<HeadStudio>& TrackingTest::shared_studio() {
    static std::optional<HeadStudio> studio;
    return studio;
}

void TrackingTest::SetUp() {
    if (!make_tracker(TrackerKind::mesh, find_models()))
        GTEST_SKIP() << "no mesh models here; get them with models/fetch";
    if (!shared_studio()) {
        auto opened = HeadStudio::open();
        if (!opened) GTEST_SKIP() << opened.error().message;
        shared_studio() = std::move(*opened);
    }
    studio_ = &*shared_studio();
    use();
}

void TrackingTest::use(const TrackerOptions& options) {
    auto tracker = make_tracker(TrackerKind::mesh, find_models(), options);
    ASSERT_TRUE(tracker) << tracker.error().message;
    tracker_ = std::move(*tracker);
    auto solver = make_solver(Scheme::mesh478, find_models(), {});
    ASSERT_TRUE(solver) << solver.error().message;
    solver_ = std::move(*solver);
    index_ = 0;
}

LandmarkFrame TrackingTest::track(Image picture) {
    const Timestamp t = Timestamp::from_seconds(static_cast<double>(index_) / 30);
    last_ = tracker_->track({t, index_, std::move(picture)});
    ++index_;
    return last_;
}

SolvedFrame TrackingTest::solve(Image picture) {
    return solver_->solve(track(std::move(picture)));
}

const Image& TrackingTest::head() {
    static const Image picture = shared_studio()->picture();
    return picture;
}

Image TrackingTest::head_at(const Placement& placement) {
    Image picture = room();
    place(picture, head(), placement);
    return picture;
}

FaceBox box_of(const LandmarkFrame& frame) {
    if (frame.points.empty()) return {};
    const auto [left, right] =
        std::minmax_element(frame.points.begin(), frame.points.end(),
                            [](const Landmark& a, const Landmark& b) { return a.x < b.x; });
    const auto [top, bottom] =
        std::minmax_element(frame.points.begin(), frame.points.end(),
                            [](const Landmark& a, const Landmark& b) { return a.y < b.y; });
    return {(left->x + right->x) / 2, (top->y + bottom->y) / 2, right->x - left->x};
}

double deviation(const std::vector<float>& values) {
    double sum = 0;
    double squares = 0;
    for (const double value : values) {
        sum += value;
        squares += value * value;
    }
    const double mean = sum / static_cast<double>(values.size());
    return std::sqrt(std::max(0.0, squares / static_cast<double>(values.size()) - mean * mean));
}

} // namespace mien::test
