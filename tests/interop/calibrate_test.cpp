// `mien solve --calibrate` and `--profile` on takes made here: 68 points of a made-up performer, no model
// needed.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "capture/tracker/tracker.h"
#include "run_program.h"
#include "solver/profile.h"
#include "solver/state_csv.h"
#include "takes/take.h"
#include "tests/support/paths.h"
#include "tests/unit/solver/synthetic_face.h"

namespace mien {
namespace {

using test::Ran;
using test::run_mien;
using ::testing::HasSubstr;

constexpr double rate = 30;
constexpr ChannelIndex jaw = channel("jawOpen");

/// The performer's idea of an open jaw is half of everyone's.
void open_jaw(test::SyntheticFace& face, const FitModel& model, double amount) {
    const Eigen::RowVectorXf row = model.experts.front().basis.row(static_cast<Eigen::Index>(jaw));
    for (std::size_t i = 0; i < model.landmarks.size(); ++i)
        for (int axis = 0; axis < 2; ++axis)
            face.points(axis, model.landmarks[i]) +=
                0.05 * amount * static_cast<double>(row(static_cast<Eigen::Index>(2 * i) + axis));
}

/// Two seconds at rest, then the jaw opens from second 2.4 to 3.4, and again from 4.4 to 5.4.
std::filesystem::path guided_take(const std::filesystem::path& folder) {
    const FitModel model = parse_fit_model(embedded_fit_model(Scheme::ibug68), "built in").value();
    const auto path = folder / "guided.mien";
    auto writer = TakeWriter::create(path, {{"vertical_fov", "45"}}, WhenFull::wait);
    EXPECT_TRUE(writer) << writer.error().message;
    for (int k = 0; k < 180; ++k) {
        const double t = k / rate;
        const double asked = t < 4 ? t - 2.4 : t - 4.4;
        const double amount = std::clamp(std::min(asked / 0.2, (1.0 - asked) / 0.2), 0.0, 1.0);
        test::SyntheticFace face = test::average_face(Scheme::ibug68);
        open_jaw(face, model, amount);
        LandmarkFrame landmarks =
            see(face, test::before_camera(), test::at(t), {.noise_px = 0.1, .seed = 1000U + k});
        landmarks.index = static_cast<std::uint64_t>(k);
        FaceState state;
        state.t = landmarks.t;
        EXPECT_TRUE(writer->add({landmarks, state, state, std::nullopt}));
    }
    EXPECT_TRUE(writer->finish());
    return path;
}

std::filesystem::path prompts_file(const std::filesystem::path& folder) {
    const auto path = folder / "asked.csv";
    EXPECT_TRUE(
        write_file_atomically(path, std::string_view("t_start,t_end,prompt,channels\n0,2,rest,\n"
                                                     "2,3.4,open your jaw,jawOpen\n4,5.4,once more,jawOpen\n"
                                                     "3.5,4,smile,mouthSmileLeft mouthSmileRight\n")));
    return path;
}

float widest_jaw(const std::string& csv) {
    const auto states = read_state_csv(csv, "csv");
    EXPECT_TRUE(states) << states.error().message;
    float most = 0;
    for (const FaceState& state : *states) most = std::max(most, state.weights[jaw]);
    return most;
}

TEST(Calibrate, APerformersProfileMakesTheirJawOpenAllTheWay) {
    const test::TemporaryFolder folder;
    const std::string take = guided_take(folder.path()).string();
    const std::string profile = (folder.path() / "anna.json").string();
    const Ran learnt = run_mien(
        {"solve", take, "--calibrate", "--prompts", prompts_file(folder.path()).string(), "-o", profile});
    ASSERT_EQ(learnt.status, 0) << learnt.err;
    EXPECT_EQ(learnt.out, "");
    EXPECT_THAT(learnt.err, HasSubstr("jawOpen"));
    EXPECT_THAT(learnt.err, HasSubstr("confirmed by the second asking"));
    EXPECT_THAT(learnt.err, HasSubstr("not followed: \"smile\" at 3.5 s"));
    const auto read = read_profile(profile);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->name, "anna");

    const Ran before = run_mien({"solve", take, "--neutral", "0-2", "--csv", "-"});
    const Ran after = run_mien({"solve", take, "--profile", profile, "--csv", "-"});
    ASSERT_EQ(before.status, 0) << before.err;
    ASSERT_EQ(after.status, 0) << after.err;
    EXPECT_LT(widest_jaw(before.out), 0.6F);
    EXPECT_GT(widest_jaw(after.out), 0.7F);
}

TEST(Calibrate, WhatDoesNotFitIsToldInOneLineAndWritesNothing) {
    const test::TemporaryFolder folder;
    const std::string take = guided_take(folder.path()).string();
    const std::string asked = prompts_file(folder.path()).string();
    const auto profile = folder.path() / "anna.json";
    const auto bad = folder.path() / "bad.csv";
    ASSERT_TRUE(write_file_atomically(bad, std::string_view("t_start,t_end,channels\n0,2,\n2,3,jaw\n")));
    const auto restless = folder.path() / "restless.csv";
    ASSERT_TRUE(write_file_atomically(restless, std::string_view("t_start,t_end,channels\n2,3,jawOpen\n")));
    struct Case {
        std::vector<std::string> arguments;
        int status;
        const char* message;
    };
    const std::string out = profile.string();
    for (const Case& wrong : {Case{{"--calibrate", "-o", out}, 2, "--prompts"},
                              Case{{"--calibrate", "--prompts", asked}, 2, "-o PROFILE.json"},
                              Case{{"--prompts", asked, "-o", out}, 2, "--calibrate"},
                              Case{{"--calibrate", "--prompts", asked, "-o", take}, 2, "-o"},
                              Case{{"--calibrate", "--prompts", bad.string(), "-o", out}, 3, "line 3"},
                              Case{{"--calibrate", "--prompts", restless.string(), "-o", out}, 2, "at rest"},
                              Case{{"--profile", asked, "--csv", "-"}, 3, "asked.csv"}}) {
        std::vector<std::string> arguments = {"solve", take};
        arguments.insert(arguments.end(), wrong.arguments.begin(), wrong.arguments.end());
        const Ran ran = run_mien(arguments);
        EXPECT_EQ(ran.status, wrong.status) << ran.err;
        EXPECT_THAT(ran.err, HasSubstr(wrong.message));
        EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
        EXPECT_FALSE(std::filesystem::exists(profile));
    }
    EXPECT_TRUE(read_take(take));
}

TEST(RigMirror, TheBundledHeadIsLookedAtOnceAndSolvedFor) {
    MIEN_NEEDS_MESH_MODELS();
    const test::TemporaryFolder folder;
    // The cache is the user's; here it must be empty at first.
    const char* before = std::getenv("XDG_CACHE_HOME");
    const std::string models = find_models({}).directory.string();
    const std::string kept = before != nullptr ? before : "";
    ::setenv("XDG_CACHE_HOME", folder.path().c_str(), 1);
    const Ran first = run_mien({"rig", "mirror", "bundled:mien", "--models", models});
    const Ran second = run_mien({"rig", "mirror", "bundled:mien", "--models", models});
    const Ran solved = run_mien({"solve", guided_take(folder.path()).string(), "--rig", "bundled:mien",
                                 "--models", models, "--neutral", "0-2", "--csv", "-"});
    if (before != nullptr)
        ::setenv("XDG_CACHE_HOME", kept.c_str(), 1);
    else
        ::unsetenv("XDG_CACHE_HOME");
    ASSERT_EQ(first.status, 0) << first.err;
    EXPECT_THAT(first.out, HasSubstr("jawOpen"));
    EXPECT_THAT(first.out, ::testing::Not(HasSubstr("mouthSmileLeft       the rig does not show it")));
    EXPECT_EQ(second.status, 0) << second.err;
    EXPECT_EQ(second.out, first.out);
    const auto mirrors = folder.path() / "mien" / "mirrors";
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(mirrors), {}), 1);
    EXPECT_EQ(solved.status, 0) << solved.err;
}

} // namespace
} // namespace mien
