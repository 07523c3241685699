// The trackers on real clips, with MediaPipe's own answers as second opinion. Skips without the clips.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/file.h"
#include "capture/tracker/tracker.h"
#include "media/video_reader.h"
#include "tests/support/paths.h"

namespace mien {
namespace {

std::filesystem::path data_file(const std::string& name) {
    return test::shared_dir() / "data" / name;
}

/// Which frames MediaPipe tracked.
std::vector<bool> second_opinion(const std::string& clip) {
    std::ifstream file(data_file("second_opinion/" + clip + ".mediapipe.csv"));
    std::vector<bool> tracked;
    std::string line;
    std::getline(file, line); // names
    while (std::getline(file, line)) {
        int frame = 0;
        double t = 0;
        int flag = 0;
        if (std::sscanf(line.c_str(), "%d,%lf,%d", &frame, &t, &flag) == 3) tracked.push_back(flag != 0);
    }
    return tracked;
}

std::vector<LandmarkFrame> track_clip(Tracker& tracker, const std::string& clip) {
    std::vector<LandmarkFrame> frames;
    auto reader = VideoReader::open(data_file("clips/" + clip + ".mp4"));
    EXPECT_TRUE(reader) << reader.error().message;
    if (!reader) return frames;
    VideoFrame frame;
    for (;;) {
        auto decoded = reader->next();
        EXPECT_TRUE(decoded) << decoded.error().message;
        if (!decoded || !*decoded) return frames;
        frame.t = (*decoded)->t;
        frame.picture = std::move((*decoded)->picture);
        frames.push_back(tracker.track(frame));
        ++frame.index;
    }
}

std::vector<bool> tracked_of(const std::vector<LandmarkFrame>& frames) {
    std::vector<bool> tracked;
    for (const LandmarkFrame& frame : frames) tracked.push_back(frame.tracked);
    return tracked;
}

class Clips : public ::testing::TestWithParam<TrackerKind> {
protected:
    void SetUp() override {
        MIEN_NEEDS_SHARED("data/clips");
        ModelPaths models = find_models();
        if (models.task.empty()) models.task = data_file("models/face_landmarker.task");
        auto made = make_tracker(GetParam(), models);
        if (!made) GTEST_SKIP() << made.error().message;
        tracker_ = std::move(*made);
    }
    std::unique_ptr<Tracker> tracker_;
};

INSTANTIATE_TEST_SUITE_P(Trackers, Clips,
                         ::testing::Values(TrackerKind::mesh, TrackerKind::task, TrackerKind::dlib68),
                         [](const ::testing::TestParamInfo<TrackerKind>& tested) {
                             return std::string(name_of(tested.param));
                         });

TEST_P(Clips, AreTrackedWhereTheSecondOpinionTracks) {
    for (const std::string clip :
         {"talking_man", "two_people", "small_face_second_person", "leaves_and_returns"}) {
        SCOPED_TRACE(clip);
        tracker_->reset();
        const auto ours = tracked_of(track_clip(*tracker_, clip));
        const auto theirs = second_opinion(clip);
        ASSERT_EQ(ours.size(), theirs.size());
        std::size_t missed = 0;
        for (std::size_t i = 0; i < ours.size(); ++i) missed += theirs[i] && !ours[i] ? 1 : 0;
        EXPECT_LE(missed, std::max<std::size_t>(2, ours.size() / 100));
    }
}

TEST_P(Clips, WithoutAFaceGiveNoGhosts) {
    const auto tracked = tracked_of(track_clip(*tracker_, "no_face"));
    EXPECT_EQ(tracked.size(), 95U);
    EXPECT_EQ(std::count(tracked.begin(), tracked.end(), true), 0);
}

// The animated title between the two scenes has shapes that fool the detector alone.
TEST_P(Clips, WithAGapAreTrackedOnBothSidesOfItOnly) {
    const auto tracked = tracked_of(track_clip(*tracker_, "vfr_face_gap"));
    ASSERT_EQ(tracked.size(), 236U);
    EXPECT_LE(std::count(tracked.begin(), tracked.begin() + 68, false), 2);
    EXPECT_EQ(std::count(tracked.begin() + 75, tracked.begin() + 163, true), 0);
    EXPECT_LE(std::count(tracked.begin() + 163, tracked.begin() + 235, false), 2);
    EXPECT_FALSE(tracked[235]); // black
}

TEST_P(Clips, FaceThatReturnsIsTrackedWithinATenthOfASecond) {
    const auto frames = track_clip(*tracker_, "leaves_and_returns");
    ASSERT_EQ(frames.size(), 180U);
    EXPECT_FALSE(frames[100].tracked);
    const auto back =
        std::find_if(frames.begin() + 100, frames.end(), [](const LandmarkFrame& f) { return f.tracked; });
    EXPECT_LE(back - frames.begin(), 131); // it is in sight from frame 128 on
}

TEST_P(Clips, GiveThePointsThatMediaPipeGives) {
    if (GetParam() == TrackerKind::dlib68) GTEST_SKIP() << "other points";
    const auto bytes =
        read_file(data_file("second_opinion/talking_man.landmarks.bin"), std::size_t{1} << 24U);
    ASSERT_TRUE(bytes);
    const auto frames = track_clip(*tracker_, "talking_man");
    ASSERT_EQ(bytes->size(), frames.size() * 478 * 3 * sizeof(float));
    double distance = 0;
    double eyes = 0;
    for (std::size_t f = 0; f < frames.size(); ++f) {
        ASSERT_TRUE(frames[f].tracked);
        ASSERT_EQ(frames[f].points.size(), 478U);
        EXPECT_GT(frames[f].quality, 0.9F);
        std::vector<float> theirs(478 * 3);
        std::memcpy(theirs.data(), bytes->data() + f * theirs.size() * sizeof(float),
                    theirs.size() * sizeof(float));
        for (std::size_t i = 0; i < 478; ++i)
            distance +=
                std::hypot(frames[f].points[i].x - theirs[3 * i], frames[f].points[i].y - theirs[3 * i + 1]);
        // 33 and 263 are the outer corners of the eyes; the performer's right is on the image's left.
        eyes += frames[f].points[263].x - frames[f].points[33].x;
    }
    distance /= 478 * static_cast<double>(frames.size());
    eyes /= static_cast<double>(frames.size());
    EXPECT_NEAR(eyes, 72.6, 2);
    // The task runs the same models as the second opinion (which smooths its points); the mesh package a
    // sibling.
    EXPECT_LT(distance / eyes, GetParam() == TrackerKind::task ? 0.008 : 0.016);
}

TEST_P(Clips, GiveTheSameAgainAfterAStepBackInTime) {
    const auto first = track_clip(*tracker_, "two_people");
    const auto second = track_clip(*tracker_, "two_people"); // no reset() between
    EXPECT_EQ(first, second);
}

} // namespace
} // namespace mien
