#include <gtest/gtest.h>

#include "fake_parts.h"
#include "tests/support/paths.h"

namespace mien {
namespace {

TEST(PipelineRecording, HoldsEveryFrameOfTheFile) {
    const test::TemporaryFolder folder;
    test::FakeWorld world;
    world.openings = {{.frames = 40}};
    PipelineOptions options = test::file_options();
    options.take_meta = {{"program", "test"}};
    Pipeline pipeline(options, test::fake_parts(world));
    ASSERT_TRUE(pipeline.start_recording(folder.path() / "t.mien"));
    EXPECT_TRUE(pipeline.recording());
    const std::vector<PipelineFrame> frames = test::collect(pipeline, 1000);
    ASSERT_EQ(frames.size(), 40u);
    EXPECT_FALSE(pipeline.recording()) << "stop() completes the take";

    const auto take = read_take(folder.path() / "t.mien");
    ASSERT_TRUE(take) << take.error().message;
    EXPECT_EQ(take->meta.at("program"), "test");
    EXPECT_EQ(take->meta.count("source"), 1u);
    ASSERT_EQ(take->frames.size(), 40u);
    for (std::size_t i = 0; i < frames.size(); ++i) {
        EXPECT_EQ(take->frames[i].landmarks, frames[i].landmarks);
        EXPECT_EQ(take->frames[i].raw.weights, frames[i].solved.raw.weights);
        EXPECT_EQ(take->frames[i].calibrated.weights, frames[i].solved.calibrated.weights);
    }
}

TEST(PipelineRecording, StartsAndStopsWhileFramesFlow) {
    const test::TemporaryFolder folder;
    test::FakeWorld world;
    world.openings = {{.live = true, .frames = 1'000'000}};
    Pipeline pipeline(test::file_options(), test::fake_parts(world));
    pipeline.start();
    ASSERT_TRUE(test::eventually([&] { return world.frames_tracked > 5; }));
    ASSERT_TRUE(pipeline.start_recording(folder.path() / "t.mien"));
    const int before = world.frames_tracked;
    ASSERT_TRUE(test::eventually([&] { return world.frames_tracked > before + 20; }));
    const auto stopped = pipeline.stop_recording();
    ASSERT_TRUE(stopped) << stopped.error().message;
    const auto take = read_take(folder.path() / "t.mien");
    ASSERT_TRUE(take) << take.error().message;
    EXPECT_EQ(take->meta.at("source"), "fake");
    EXPECT_EQ(take->meta.at("tracker"), "fake tracker");
    EXPECT_GE(take->frames.size(), 19u);
    EXPECT_FALSE(pipeline.stop_recording());
}

TEST(PipelineRecording, SaysWhereItCannotWrite) {
    const test::TemporaryFolder folder;
    test::FakeWorld world;
    world.openings = {{}};
    Pipeline pipeline(test::file_options(), test::fake_parts(world));
    const auto refused = pipeline.start_recording(folder.path() / "none" / "t.mien");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::unavailable);
    EXPECT_FALSE(pipeline.recording());
}

} // namespace
} // namespace mien
