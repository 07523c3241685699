#include "capture/tracker/tracker.h"

#include <cstdlib>
#include <fstream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/paths.h"

namespace mien {
namespace {

using ::testing::HasSubstr;

TEST(TrackerKind, NamesGoBothWays) {
    for (const TrackerKind kind :
         {TrackerKind::automatic, TrackerKind::mesh, TrackerKind::dlib68, TrackerKind::task})
        EXPECT_EQ(tracker_kind_from_name(name_of(kind)), kind);
    EXPECT_EQ(tracker_kind_from_name("auto"), TrackerKind::automatic);
    EXPECT_EQ(tracker_kind_from_name("Mesh"), std::nullopt);
}

TEST(FindModels, PrefersTheGivenFolder) {
    const ModelPaths paths = find_models("/some/where");
    EXPECT_EQ(paths.directory, "/some/where");
    EXPECT_FALSE(paths.dlib_shape.empty());
}

TEST(FindModels, FindsTheTaskInTheGivenFolder) {
    if (std::getenv("MIEN_TASK") != nullptr) GTEST_SKIP() << "MIEN_TASK is set";
    const test::TemporaryFolder folder;
    EXPECT_TRUE(find_models(folder.path()).task.empty());
    std::ofstream(folder.path() / "face_landmarker.task") << "x";
    EXPECT_EQ(find_models(folder.path()).task, folder.path() / "face_landmarker.task");
}

TEST(MakeTracker, SaysWhichFileIsMissingAndHowToGetIt) {
    const test::TemporaryFolder folder;
    ModelPaths paths;
    paths.directory = folder.path();
    paths.dlib_shape = folder.path() / "shape.dat";
    for (const TrackerKind kind : {TrackerKind::mesh, TrackerKind::automatic}) {
        const auto tracker = make_tracker(kind, paths);
        ASSERT_FALSE(tracker);
        EXPECT_EQ(tracker.error().code, ErrorCode::unavailable);
        EXPECT_THAT(tracker.error().message, HasSubstr(folder.path().string()));
        EXPECT_THAT(tracker.error().message, HasSubstr("models/fetch"));
    }
    const auto dlib = make_tracker(TrackerKind::dlib68, paths);
    ASSERT_FALSE(dlib);
    EXPECT_EQ(dlib.error().code, ErrorCode::unavailable);
    EXPECT_THAT(dlib.error().message, HasSubstr(paths.dlib_shape.string()));
    EXPECT_THAT(dlib.error().message, HasSubstr("libdlib-data"));
}

TEST(MakeTracker, SaysWhichFileIsDamaged) {
    const test::TemporaryFolder folder;
    ModelPaths paths;
    paths.directory = folder.path();
    paths.dlib_shape = folder.path() / "shape.dat";
    for (const char* name : {"face_detection_short_range.tflite", "face_landmark_with_attention.tflite",
                             "geometry_pipeline_metadata_landmarks.binarypb", "shape.dat"})
        std::ofstream(folder.path() / name) << "this is no model";
    for (const TrackerKind kind : {TrackerKind::mesh, TrackerKind::automatic, TrackerKind::dlib68}) {
        const auto tracker = make_tracker(kind, paths);
        ASSERT_FALSE(tracker) << name_of(kind);
        EXPECT_EQ(tracker.error().code, ErrorCode::unreadable);
        EXPECT_THAT(tracker.error().message, HasSubstr(folder.path().string()));
        EXPECT_EQ(tracker.error().message.find('\n'), std::string::npos);
    }
}

TEST(MakeTracker, SaysHowToNameTheTask) {
    const auto unset = make_tracker(TrackerKind::task, ModelPaths{});
    ASSERT_FALSE(unset);
    EXPECT_EQ(unset.error().code, ErrorCode::unavailable);
    EXPECT_THAT(unset.error().message, HasSubstr("MIEN_TASK"));
    const test::TemporaryFolder folder;
    ModelPaths paths;
    paths.task = folder.path() / "face_landmarker.task";
    std::ofstream(paths.task) << "no bundle";
    const auto damaged = make_tracker(TrackerKind::task, paths);
    ASSERT_FALSE(damaged);
    EXPECT_EQ(damaged.error().code, ErrorCode::unreadable);
    EXPECT_THAT(damaged.error().message, HasSubstr(paths.task.string()));
}

// A tracker of every kind whose models are here.
std::vector<std::unique_ptr<Tracker>> trackers_here() {
    ModelPaths models = find_models();
    if (models.task.empty()) models.task = test::shared_dir() / "data/models/face_landmarker.task";
    std::vector<std::unique_ptr<Tracker>> made;
    for (const TrackerKind kind : {TrackerKind::mesh, TrackerKind::task, TrackerKind::dlib68})
        if (auto tracker = make_tracker(kind, models)) made.push_back(std::move(*tracker));
    return made;
}

TEST(Trackers, FindNothingInPicturesWithoutAFace) {
    const auto trackers = trackers_here();
    if (trackers.empty()) GTEST_SKIP() << "no models here; get them with models/fetch";
    for (const auto& tracker : trackers) {
        SCOPED_TRACE(tracker->name());
        VideoFrame frame;
        for (const PixelFormat format : {PixelFormat::rgb8, PixelFormat::gray8}) {
            frame.picture = Image(320, 240, format);
            for (std::size_t i = 0; i < frame.picture.pixels.size(); ++i)
                frame.picture.pixels[i] = static_cast<std::uint8_t>(i * 7919 >> 5U);
            frame.t = frame.t + Duration::from_ms(33);
            ++frame.index;
            const LandmarkFrame result = tracker->track(frame);
            EXPECT_FALSE(result.tracked);
            EXPECT_TRUE(result.points.empty());
            EXPECT_TRUE(result.appearance.empty());
            EXPECT_EQ(result.quality, 0);
            EXPECT_EQ(result.scheme, Scheme::none);
            EXPECT_EQ(result.t, frame.t);
            EXPECT_EQ(result.index, frame.index);
            EXPECT_EQ(result.image_width, 320);
            EXPECT_EQ(result.image_height, 240);
        }
    }
}

TEST(Trackers, SurvivePicturesOfAnySize) {
    for (const auto& tracker : trackers_here()) {
        SCOPED_TRACE(tracker->name());
        VideoFrame frame;
        for (const auto& [width, height] :
             {std::pair{0, 0}, {1, 1}, {2, 300}, {300, 2}, {17, 13}, {640, 480}}) {
            frame.picture = Image(width, height, PixelFormat::rgb8);
            frame.t = frame.t + Duration::from_ms(33);
            EXPECT_FALSE(tracker->track(frame).tracked) << width << "x" << height;
        }
    }
}

} // namespace
} // namespace mien
