// What the program says to those who ask, and to those who ask wrongly.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "run_program.h"
#include "tests/support/paths.h"

namespace mien {
namespace {

using test::lines_of;
using test::Ran;
using test::run_mien;
using ::testing::HasSubstr;
using Arguments = std::vector<std::string>;

TEST(Usage, EveryCommandExplainsItselfWithAnExample) {
    const std::vector<Arguments> commands = {{"track"},        {"solve"},          {"render"},
                                             {"live"},         {"rig", "inspect"}, {"rig", "vertices"},
                                             {"rig", "check"}, {"doctor"},         {"bench"}};
    for (const Arguments& command : commands) {
        Arguments arguments = command;
        arguments.emplace_back("--help");
        const Ran ran = run_mien(arguments);
        EXPECT_EQ(ran.status, 0) << command.back();
        EXPECT_THAT(ran.out, HasSubstr("mien " + command.front())) << command.back();
        EXPECT_THAT(ran.out, HasSubstr("Example")) << command.back();
        EXPECT_THAT(ran.out, testing::Not(HasSubstr("\n\n\n"))) << command.back();
        EXPECT_EQ(ran.err, "") << command.back();
    }
}

TEST(Usage, TheProgramListsItsCommandsAndItsVersion) {
    const Ran help = run_mien({"--help"});
    EXPECT_EQ(help.status, 0);
    for (const char* command : {"live", "track", "solve", "render", "rig", "doctor", "bench"})
        EXPECT_THAT(help.out, HasSubstr(command));
    EXPECT_THAT(help.out, HasSubstr("Exit status"));
    const Ran version = run_mien({"--version"});
    EXPECT_EQ(version.status, 0);
    EXPECT_TRUE(version.out.starts_with("mien 0.")) << version.out;
}

TEST(Usage, WhatDoesNotExistIsRefusedInOneLine) {
    const test::TemporaryFolder folder;
    const std::string film = (folder.path() / "no-film.mp4").string();
    const std::vector<Arguments> wrong = {
        {"dance"},
        {"--nonsense"},
        {"track"},
        {"track", ""},
        {"render", "-o", (folder.path() / "a.png").string()},
        {"track", film, "--nonsense"},
        {"track", film, "--face", "two"},
        {"track", film, "--face", "0"},
        {"track", film, "--rig", "bundled:nobody"},
        {"track", film, "--pace", "slow"},
        {"track", film, "--tracker", "magic"},
        {"track", film, "--neutral", "3-1"},
        {"track", film, "--fov-v", "400"},
        {"track", film, "--until", "-1"},
        {"track", film, film, "--csv", "-"},
        {"solve"},
        {"solve", "t.mien"},
        {"solve", "t.mien", "--calibrate"},
        {"render", "synthetic"},
        {"render", "synthetic", "-o", (folder.path() / "a.png").string(), "--size", "huge"},
        {"render", "synthetic", "-o", (folder.path() / "a.xyz").string()},
        {"render", "synthetic", "-o", (folder.path() / "a.png").string(), "--rig", "bundled:nobody"},
        {"render", "synthetic", "-o", (folder.path() / "a.mp4").string(), "--background", "transparent"},
        {"render", "synthetic", "--at", "1", "-o", (folder.path() / "a.mp4").string()},
        {"render", "synthetic", "--morph", "jawOpen", "-o", (folder.path() / "a.mp4").string()},
        {"render", "bundled:mien", "--mirror", "-o", (folder.path() / "a.png").string()},
        {"render", "bundled:mien", "-o", (folder.path() / "a.mp4").string()},
        {"rig"},
        {"rig", "inspect"},
        {"rig", "check"},
        {"rig", "check", "bundled:nobody"},
        {"rig", "clone", "bundled:mien"},
        {"rig", "bake", "bundled:mien"},
        {"rig", "bake", "bundled:mien", "-o", (folder.path() / "a.png").string()},
        {"rig", "bake", "bundled:mien", "--weights", "nobody=1", "-o", (folder.path() / "a.glb").string()},
        {"rig", "bake", "bundled:mien", "--sliders", "Jaw open", "-o", (folder.path() / "a.glb").string()},
        {"rig", "vertices", "bundled:mien", "--weights", "jawOpen=1", "--morph", "jawOpen=1"},
        {"rig", "sheet", "x.glb"},
        {"rig", "sheet", "bundled:mien", "-o", (folder.path() / "a.mp4").string()},
        {"rig", "vertices", "bundled:nobody"},
        {"live", "--headless", "--rig", "x.glb"},
        {"live", "--csv", "-"},
        {"live", "--fov-v", "wide"},
        {"live", "--mode", "huge"},
        {"live", "--pupil-distance", "5"},
        {"live", "--headless", "--csv", "file.csv"},
        {"live", "--screenshot-after", "3"},
        {"bench", "--frames", "0"},
    };
    for (const Arguments& arguments : wrong) {
        std::string line = "mien";
        for (const std::string& argument : arguments) line += " " + argument;
        const Ran ran = run_mien(arguments);
        EXPECT_EQ(ran.status, 2) << line << "\n" << ran.err;
        EXPECT_EQ(lines_of(ran.err).size(), 1u) << line << "\n" << ran.err;
        EXPECT_EQ(ran.out, "") << line;
    }
    EXPECT_TRUE(std::filesystem::is_empty(folder.path())) << "nothing is left of a call that was refused";
}

TEST(Usage, ThatNobodyListensIsNoFault) {
    const test::TemporaryFolder folder;
    // Neither the listing nor what is said about that can be written: as `mien ... 2>&1 | head -1` sees it.
    EXPECT_EQ(test::RunningMien({"rig", "inspect", "bundled:mien"}, "/dev/full").wait(), 4);
    // What is made is made, though its warning is heard by nobody.
    const auto baked = folder.path() / "baked.glb";
    EXPECT_EQ(
        test::RunningMien({"rig", "bake", "bundled:mien-vrm", "-o", baked.string()}, "/dev/full").wait(), 0);
    EXPECT_TRUE(std::filesystem::exists(baked));
}

TEST(Usage, MissingAndEmptyInputsAreToldByName) {
    const test::TemporaryFolder folder;
    const auto output = (folder.path() / "out.mp4").string();
    for (const char* name :
         {"missing.mp4", "empty.mp4", "missing.mien", "empty.csv", "empty.mien", "empty.glb"}) {
        const auto path = folder.path() / name;
        if (std::string(name).starts_with("empty")) std::fclose(std::fopen(path.c_str(), "w"));
        const std::vector<Arguments> calls = {
            {"track", path.string(), "--csv", (folder.path() / "out.csv").string()},
            {"solve", path.string(), "--csv", "-"},
            {"render", path.string(), "-o", output},
            {"render", path.string(), "-o", (folder.path() / "out.png").string()},
            {"rig", "inspect", path.string()},
            {"rig", "vertices", path.string(), "--json"}};
        for (const Arguments& arguments : calls) {
            const Ran ran = run_mien(arguments);
            EXPECT_EQ(ran.status, 3) << arguments[0] << " " << name << "\n" << ran.err;
            EXPECT_EQ(lines_of(ran.err).size(), 1u) << ran.err;
            EXPECT_THAT(ran.err, HasSubstr(name));
            EXPECT_EQ(ran.out, "");
        }
    }
    EXPECT_FALSE(std::filesystem::exists(output));
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "out.csv"));
}

TEST(Usage, NamesOfFilesCannotWriteToTheTerminal) {
    const Ran ran = run_mien({"rig", "inspect", "no\x1b[31m\nsuch.glb"});
    EXPECT_EQ(ran.status, 3);
    EXPECT_EQ(lines_of(ran.err).size(), 1u);
    EXPECT_EQ(ran.err.find('\x1b'), std::string::npos);
}

TEST(Usage, AMissingCameraIsADeviceThatIsMissing) {
    const Ran ran = run_mien({"live", "--headless", "--source", "/dev/video97"});
    EXPECT_EQ(ran.status, 4) << ran.err;
    EXPECT_EQ(lines_of(ran.err).size(), 1u) << ran.err;
    EXPECT_THAT(ran.err, HasSubstr("/dev/video97"));
}

TEST(Usage, AMissingModelIsNamedWithItsPath) {
    const test::TemporaryFolder folder;
    const Ran ran =
        run_mien({"track", "synthetic:1", "--tracker", "mesh", "--models", folder.path().string()});
    EXPECT_EQ(ran.status, 4) << ran.err;
    EXPECT_THAT(ran.err, HasSubstr(folder.path().string()));
    EXPECT_EQ(lines_of(ran.err).size(), 1u) << ran.err;
}

TEST(Doctor, SaysWhatThereIsAsTextAndAsJson) {
    const Ran text = run_mien({"doctor"});
    EXPECT_TRUE(text.status == 0 || text.status == 4) << text.err;
    for (const char* name : {"system", "processor", "tracker mesh", "camera", "display", "OpenGL", "films"})
        EXPECT_THAT(text.out, HasSubstr(name));
    const Ran json = run_mien({"doctor", "--json"});
    EXPECT_EQ(json.status, text.status);
    EXPECT_TRUE(json.out.starts_with("{")) << json.out;
    EXPECT_THAT(json.out, HasSubstr("\"checks\""));
}

TEST(Doctor, NeedsATracker) {
    const test::TemporaryFolder folder;
    const Ran ran = run_mien({"doctor", "--models", folder.path().string()});
    EXPECT_THAT(ran.out, HasSubstr(folder.path().string()));
    EXPECT_THAT(ran.out, HasSubstr("models/fetch"));
}

} // namespace
} // namespace mien
