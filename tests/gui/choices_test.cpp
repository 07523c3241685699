// Source choice, state text, take names, orbiting: the window's decisions without the window.
#include <set>

#include <gtest/gtest.h>

#include "base/file.h"
#include "gui/orbit.h"
#include "gui/source_choice.h"
#include "gui/state_text.h"
#include "gui/take_store.h"
#include "tests/support/paths.h"

namespace mien::gui {
namespace {

const std::vector<CameraInfo> two_cameras = {
    {.path = "/dev/video0", .id = "built-in", .name = "Built-in", .driver = "uvcvideo"},
    {.path = "/dev/video2", .id = "usb", .name = "On the desk", .driver = "uvcvideo"}};

class SourceChoiceTest : public testing::Test {
protected:
    test::TemporaryFolder folder_;
    std::filesystem::path clip_ = folder_.path() / "clip.mp4";
    void SetUp() override { ASSERT_TRUE(write_file_atomically(clip_, "film").has_value()); }
};

TEST_F(SourceChoiceTest, TheLastSourceIsTakenWhileItIsThere) {
    for (const std::string& last :
         {std::string("camera:usb"), std::string("/dev/video2"), std::string("synthetic"), clip_.string()}) {
        const auto choice = choose_source(last, two_cameras, clip_);
        EXPECT_EQ(choice.spec, last);
        EXPECT_TRUE(choice.notice.isEmpty());
    }
}

TEST_F(SourceChoiceTest, TheFirstCameraComesNextAndIsSaidSo) {
    const auto choice = choose_source("camera:phone", two_cameras, clip_);
    EXPECT_EQ(choice.spec, "camera:built-in");
    EXPECT_TRUE(choice.notice.contains(QStringLiteral("phone"))) << choice.notice.toStdString();
    EXPECT_TRUE(choice.notice.contains(QStringLiteral("Built-in")));
}

TEST_F(SourceChoiceTest, AFirstStartTakesTheFirstCameraWithoutANotice) {
    EXPECT_EQ(choose_source("", two_cameras, clip_).spec, "camera:built-in");
    EXPECT_TRUE(choose_source("", two_cameras, clip_).notice.isEmpty());
}

TEST_F(SourceChoiceTest, WithoutACameraTheSampleClipPlays) {
    EXPECT_EQ(choose_source("", {}, clip_).spec, clip_.string());
}

TEST_F(SourceChoiceTest, AVirtualCameraIsTakenOnlyWhereItWasChosen) {
    const CameraInfo loopback{.path = "/dev/video9", .id = "obs", .name = "OBS", .driver = "v4l2 loopback"};
    EXPECT_EQ(choose_source("", {loopback}, clip_).spec, clip_.string());
    EXPECT_EQ(choose_source("", {loopback, two_cameras[0]}, clip_).spec, "camera:built-in");
    EXPECT_EQ(choose_source("camera", {loopback}, clip_).spec, clip_.string());
    EXPECT_EQ(choose_source("camera:obs", {loopback, two_cameras[0]}, clip_).spec, "camera:obs");
}

TEST_F(SourceChoiceTest, WithoutAnythingNothingIsOpened) {
    EXPECT_EQ(choose_source("", {}, folder_.path() / "none.mp4").spec, "");
    EXPECT_FALSE(choose_source("camera", {}, folder_.path() / "none.mp4").notice.isEmpty());
}

TEST(StateText, EveryStateHasAWordAndAnAdvice) {
    using Kind = PipelineStatus::Kind;
    std::set<ShownState> seen;
    for (const bool take : {false, true})
        for (const Kind kind : {Kind::starting, Kind::running, Kind::waiting_for_source, Kind::stopped})
            for (const bool frames : {false, true})
                for (const auto tracking :
                     {TrackingState::ok, TrackingState::held, TrackingState::easing, TrackingState::neutral})
                    for (const float quality : {0.1f, 0.9f})
                        for (const bool flag : {false, true}) {
                            const auto text = describe_state({.take_open = take,
                                                              .pipeline = kind,
                                                              .failed = flag,
                                                              .neutral_taken = flag,
                                                              .frames_arrive = frames,
                                                              .tracking = tracking,
                                                              .tracked = true,
                                                              .quality = quality});
                            EXPECT_FALSE(text.word.isEmpty());
                            EXPECT_FALSE(text.advice.isEmpty());
                            seen.insert(text.state);
                        }
    EXPECT_EQ(seen.size(), 10u);
}

TEST(StateText, NoPicturesMeansWaitingWhateverTheFaceWasBefore) {
    StateInput input{.pipeline = PipelineStatus::Kind::running,
                     .frames_arrive = false,
                     .tracking = TrackingState::ok,
                     .tracked = true,
                     .quality = 1};
    EXPECT_EQ(describe_state(input).state, ShownState::waiting);
    input.frames_arrive = true;
    EXPECT_EQ(describe_state(input).state, ShownState::ok);
    const QString before = describe_state(input).advice;
    input.neutral_taken = true;
    EXPECT_NE(describe_state(input).advice, before); // what was done is not asked for again
    input.quality = 0.1f;
    EXPECT_EQ(describe_state(input).state, ShownState::poor);
}

TEST(TakeStore, ATakeNeverGetsAnExistingName) {
    const test::TemporaryFolder folder;
    const QDateTime now(QDate(2025, 3, 9), QTime(14, 2, 11));
    std::set<std::filesystem::path> names;
    for (int i = 0; i < 5; ++i) {
        const auto path = new_take_path(folder.path(), now);
        EXPECT_TRUE(names.insert(path).second) << path;
        ASSERT_TRUE(write_file_atomically(path, "take").has_value());
    }
    EXPECT_TRUE(names.contains(folder.path() / "2025-03-09 14-02-11.mien"));
    EXPECT_TRUE(names.contains(folder.path() / "2025-03-09 14-02-11 5.mien"));
    EXPECT_EQ(list_takes(folder.path()).size(), 5u);
}

TEST(TakeStore, OtherFilesAndFoldersAreNoTakes) {
    const test::TemporaryFolder folder;
    std::filesystem::create_directory(folder.path() / "folder.mien");
    ASSERT_TRUE(write_file_atomically(folder.path() / "notes.txt", "x").has_value());
    EXPECT_TRUE(list_takes(folder.path()).empty());
    EXPECT_TRUE(list_takes(folder.path() / "missing").empty());
}

TEST(Orbit, StopsBeforeThePolesAndGoesRoundTheSides) {
    Camera camera;
    camera = orbited(camera, 0, 500);
    EXPECT_LT(camera.pitch, 90);
    camera = orbited(camera, 350, -1000);
    EXPECT_GT(camera.pitch, -90);
    EXPECT_NEAR(camera.yaw, -10, 1e-3);
}

TEST(Orbit, PanningRightMovesTheAvatarToTheRight) {
    const Camera before;
    const Camera after = panned(before, 0.1f, 0);
    EXPECT_LT(after.target.x, before.target.x);
    EXPECT_FLOAT_EQ(after.target.y, before.target.y);
}

TEST(Orbit, ZoomStaysWithinReach) {
    Camera camera;
    for (int i = 0; i < 100; ++i) camera = zoomed(camera, 1.5f, 1);
    EXPECT_GT(camera.distance, 0.01f);
    for (int i = 0; i < 200; ++i) camera = zoomed(camera, 0.5f, 1);
    EXPECT_LT(camera.distance, 100);
}

} // namespace
} // namespace mien::gui
