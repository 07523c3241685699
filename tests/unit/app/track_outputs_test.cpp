#include "app/track_outputs.h"

#include <fstream>

#include <gtest/gtest.h>

#include "tests/support/paths.h"

namespace mien {
namespace {

ErrorCode code_of(const std::vector<std::string>& inputs, const TrackOutputs& wanted) {
    const auto plan = plan_outputs(inputs, wanted);
    return plan ? ErrorCode::cancelled : plan.error().code;
}

TEST(TrackOutputs, AreFilesForOneInput) {
    const auto plan = plan_outputs({"film.mp4"}, {.take = "a.mien", .csv = "-"});
    ASSERT_TRUE(plan) << plan.error().message;
    EXPECT_EQ(*plan, (std::vector<TrackOutputs>{{.take = "a.mien", .csv = "-"}}));
}

TEST(TrackOutputs, HaveOneStemForAllFilesOfAnInput) {
    const test::TemporaryFolder folder;
    const auto out = folder.path() / "new" / "out";
    const auto plan = plan_outputs({"films/a.mp4", "b.mov"}, {out, out, out, out});
    ASSERT_TRUE(plan) << plan.error().message;
    EXPECT_TRUE(std::filesystem::is_directory(out));
    EXPECT_EQ((*plan)[0],
              (TrackOutputs{out / "a.mien", out / "a.csv", out / "a.stages.csv", out / "a.overlay.mp4"}));
    EXPECT_EQ((*plan)[1].csv, out / "b.csv");
}

TEST(TrackOutputs, GoIntoAnExistingFolderForOneInputToo) {
    const test::TemporaryFolder folder;
    const auto plan = plan_outputs({"camera:usb"}, {.take = folder.path()});
    ASSERT_TRUE(plan) << plan.error().message;
    EXPECT_EQ((*plan)[0].take, folder.path() / "camera-usb.mien");
}

TEST(TrackOutputs, AreRefusedWhereTheyWouldOverwriteEachOtherOrAnInput) {
    const test::TemporaryFolder folder;
    const auto film = (folder.path() / "a.csv").string();
    std::ofstream(film) << "x";
    EXPECT_EQ(code_of({"x/a.mp4", "y/a.mov"}, {.csv = folder.path()}), ErrorCode::usage);
    EXPECT_EQ(code_of({film}, {.csv = film}), ErrorCode::usage);
    EXPECT_EQ(code_of({film}, {.csv = folder.path() / "." / "a.csv"}), ErrorCode::usage);
    EXPECT_EQ(code_of({"f.mp4"}, {.csv = "same", .stage_csv = "same"}), ErrorCode::usage);
    EXPECT_EQ(code_of({"f.mp4"}, {.csv = "-", .stage_csv = "-"}), ErrorCode::usage);
    EXPECT_EQ(code_of({"a.mp4", "b.mp4"}, {.csv = "-"}), ErrorCode::usage);
    EXPECT_EQ(code_of({"a.mp4"}, {.take = "-"}), ErrorCode::usage);
    EXPECT_EQ(code_of({"f.mp4"}, {.csv = "/dev/null", .stage_csv = "/dev/null"}), ErrorCode::cancelled);
}

TEST(TrackOutputs, NeedAFolderForSeveralInputs) {
    const test::TemporaryFolder folder;
    std::ofstream(folder.path() / "file") << "x";
    EXPECT_EQ(code_of({"a.mp4", "b.mp4"}, {.csv = folder.path() / "file"}), ErrorCode::unavailable);
}

} // namespace
} // namespace mien
