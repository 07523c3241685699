// `mien render` and `mien rig`: pictures, films and tables of the bundled avatar.
#include <chrono>
#include <csignal>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "media/image_io.h"
#include "media/video_reader.h"
#include "run_program.h"
#include "solver/state_csv.h"
#include "tests/support/paths.h"

namespace mien {
namespace {

using test::lines_of;
using test::Ran;
using test::run_mien;
using ::testing::HasSubstr;

/// Skips where this machine draws nothing.
#define MIEN_NEEDS_GL()                                                                                      \
    if (const Ran ran = run_mien({"rig", "vertices", "bundled:mien", "--gpu"}); ran.status == 4)             \
    GTEST_SKIP() << ran.err

TEST(Render, APerformanceWithoutAnyFileIsAFilm) {
    MIEN_NEEDS_GL();
    const test::TemporaryFolder folder;
    const auto film = folder.path() / "demo.mp4";
    const Ran ran =
        run_mien({"render", "synthetic", "--seconds", "0.5", "--size", "160x120", "-o", film.string()});
    ASSERT_EQ(ran.status, 0) << ran.err;
    EXPECT_EQ(ran.out, "");
    auto reader = VideoReader::open(film);
    ASSERT_TRUE(reader) << reader.error().message;
    EXPECT_EQ(reader->info().width, 160);
    std::size_t frames = 0;
    while (reader->next().value()) ++frames;
    EXPECT_EQ(frames, 15u);
}

TEST(Render, TheSameCallGivesTheSamePicture) {
    MIEN_NEEDS_GL();
    const test::TemporaryFolder folder;
    for (const char* name : {"a.png", "b.png"}) {
        const Ran ran = run_mien({"render", "synthetic", "--seconds", "2", "--at", "1", "--size", "200x200",
                                  "-o", (folder.path() / name).string()});
        ASSERT_EQ(ran.status, 0) << ran.err;
    }
    EXPECT_EQ(read_file(folder.path() / "a.png", 1u << 24), read_file(folder.path() / "b.png", 1u << 24));
}

TEST(Render, ATransparentBackgroundIsTransparentAndTheAvatarIsNot) {
    MIEN_NEEDS_GL();
    const test::TemporaryFolder folder;
    const auto path = folder.path() / "a.png";
    const Ran ran = run_mien(
        {"render", "bundled:mien", "--size", "200x200", "--background", "transparent", "-o", path.string()});
    ASSERT_EQ(ran.status, 0) << ran.err;
    const auto picture = read_image(path);
    ASSERT_TRUE(picture) << picture.error().message;
    ASSERT_EQ(picture->format, PixelFormat::rgba8);
    EXPECT_EQ(picture->row(0)[3], 0);
    EXPECT_EQ(picture->row(100)[100 * 4 + 3], 255);
}

TEST(Render, ACsvOnStandardInputPerforms) {
    MIEN_NEEDS_GL();
    const test::TemporaryFolder folder;
    const Ran csv =
        run_mien({"render", "synthetic", "--seconds", "0.2", "-o", (folder.path() / "p.csv").string()});
    ASSERT_EQ(csv.status, 0) << csv.err;
    const std::string text = read_text_file(folder.path() / "p.csv", 1u << 24).value();
    EXPECT_EQ(lines_of(text).size(), 7u);
    const auto frames = folder.path() / "frames";
    const Ran ran = run_mien({"render", "-", "--size", "64x64", "-o", frames.string()}, text);
    EXPECT_EQ(ran.status, 0) << ran.err;
    EXPECT_TRUE(std::filesystem::exists(frames / "000005.png"));
    EXPECT_FALSE(std::filesystem::exists(frames / "000006.png"));
}

TEST(Render, MirrorChangesThePicture) {
    MIEN_NEEDS_GL();
    const test::TemporaryFolder folder;
    FaceState wink;
    wink.tracked = true;
    wink.quality = 1;
    wink.weights[channel("eyeBlinkLeft")] = 1;
    const std::string csv = csv_header() + csv_row(0, wink);
    const auto plain = folder.path() / "plain.png";
    const auto mirrored = folder.path() / "mirrored.png";
    ASSERT_EQ(
        run_mien({"render", "-", "--framing", "face", "--size", "256x256", "-o", plain.string()}, csv).status,
        0);
    ASSERT_EQ(run_mien({"render", "-", "--framing", "face", "--size", "256x256", "--mirror", "-o",
                        mirrored.string()},
                       csv)
                  .status,
              0);
    EXPECT_NE(read_image(plain), read_image(mirrored));
}

TEST(Render, CtrlCFinishesTheFilm) {
    MIEN_NEEDS_GL();
    const test::TemporaryFolder folder;
    const auto film = folder.path() / "long.mp4";
    test::RunningMien mien(
        {"render", "synthetic", "--seconds", "3600", "--size", "128x128", "-o", film.string()},
        folder.path() / "log");
    // The film is written under another name beside its own.
    const auto begun = [&] {
        std::size_t files = 0;
        for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder.path())) ++files;
        return files > 1;
    };
    for (int i = 0; i < 600 && !begun(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(100));
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    mien.send(SIGINT);
    EXPECT_EQ(mien.wait(), 0) << read_text_file(folder.path() / "log", 1u << 20).value_or("");
    auto reader = VideoReader::open(film);
    ASSERT_TRUE(reader) << reader.error().message;
    EXPECT_TRUE(reader->next().value());
    EXPECT_THAT(read_text_file(folder.path() / "log", 1u << 20).value_or(""), HasSubstr("stopped after"));
}

TEST(Render, AMorphMovesThePicture) {
    MIEN_NEEDS_GL();
    const test::TemporaryFolder folder;
    const auto frames = folder.path() / "frames";
    const Ran ran = run_mien({"render", "bundled:mien", "--morph", "jawOpen", "--seconds", "0.1", "--size",
                              "128x128", "--framing", "face", "-o", frames.string()});
    ASSERT_EQ(ran.status, 0) << ran.err;
    EXPECT_NE(read_image(frames / "000000.png"), read_image(frames / "000001.png"));
    // From rest to the whole shape; a single picture shows the latter.
    const auto picture = [&](const char* name, std::vector<std::string> more) {
        const auto path = folder.path() / name;
        more.insert(more.begin(), {"render", "bundled:mien", "--size", "128x128", "--framing", "face", "-o",
                                   path.string()});
        EXPECT_EQ(run_mien(more).status, 0) << name;
        return read_image(path);
    };
    EXPECT_EQ(picture("rest.png", {}), read_image(frames / "000000.png"));
    EXPECT_EQ(picture("whole.png", {"--morph", "jawOpen"}), read_image(frames / "000002.png"));
    EXPECT_EQ(picture("weight.png", {"--weights", "jawOpen=1"}), read_image(frames / "000002.png"));
    EXPECT_NE(picture("long.png", {"--sliders", "Head/Face length=1"}), picture("rest.png", {}));
    EXPECT_NE(picture("add.png", {"--weights", "jawOpen=1,mouthSmileLeft=1"}),
              picture("lerp.png", {"--weights", "jawOpen=1,mouthSmileLeft=1", "--blend", "lerp"}));
    const Ran unknown =
        run_mien({"render", "bundled:mien", "--morph", "nose", "-o", (folder.path() / "a.mp4").string()});
    EXPECT_EQ(unknown.status, 2);
    EXPECT_THAT(unknown.err, HasSubstr("nose"));
}

TEST(Rig, InspectSaysWhatTheBundledRigCanDo) {
    const Ran text = run_mien({"rig", "inspect", "bundled:mien"});
    ASSERT_EQ(text.status, 0) << text.err;
    EXPECT_THAT(text.out, HasSubstr("channels move something"));
    EXPECT_THAT(text.out, HasSubstr("jawOpen"));
    const Ran json = run_mien({"rig", "inspect", "bundled:mien", "--json"});
    ASSERT_EQ(json.status, 0) << json.err;
    EXPECT_THAT(json.out, HasSubstr("\"channels_driven\""));
}

TEST(Rig, VerticesAreTheSameOnTheGpu) {
    MIEN_NEEDS_GL();
    // Compared in full by the tests of gl/ and of rig/; here the way to them.
    const std::vector<std::string> pose = {"--morph", "jawOpen=0.7", "--morph", "eyeBlinkLeft=0.3", "--json"};
    std::vector<std::string> cpu = {"rig", "vertices", "bundled:mien"};
    cpu.insert(cpu.end(), pose.begin(), pose.end());
    std::vector<std::string> gpu = cpu;
    gpu.emplace_back("--gpu");
    const Ran a = run_mien(cpu);
    const Ran b = run_mien(gpu);
    ASSERT_EQ(a.status, 0) << a.err;
    ASSERT_EQ(b.status, 0) << b.err;
    EXPECT_TRUE(a.out.starts_with("{\"primitives\":["));
    EXPECT_EQ(std::count(a.out.begin(), a.out.end(), '['), std::count(b.out.begin(), b.out.end(), '['));
    const Ran rest = run_mien({"rig", "vertices", "bundled:mien", "--json"});
    EXPECT_NE(rest.out, a.out);
}

TEST(Rig, VerticesRefuseWhatTheRigDoesNotHave) {
    for (const std::vector<std::string>& wrong : {std::vector<std::string>{"--morph", "nothing=1"},
                                                  {"--pose", "Nobody=0,0,0,1"},
                                                  {"--animation", "99", "--time", "0"},
                                                  {"--time", "1"},
                                                  {"--morph", "jawOpen"}}) {
        std::vector<std::string> arguments = {"rig", "vertices", "bundled:mien"};
        arguments.insert(arguments.end(), wrong.begin(), wrong.end());
        const Ran ran = run_mien(arguments);
        EXPECT_EQ(ran.status, 2) << wrong[0] << wrong[1];
        EXPECT_EQ(lines_of(ran.err).size(), 1u) << ran.err;
    }
}

} // namespace
} // namespace mien
