// The whole chain, film to weights, against rendered avatars whose performance is known. Prints the table and
// holds floors a little below what is reached, so that a step back is seen.
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/file.h"
#include "capture/tracker/tracker.h"
#include "live/rig_mirror.h"
#include "media/video_reader.h"
#include "rig/import/import.h"
#include "scoring.h"
#include "solver/calibration/prompts.h"
#include "solver/profile.h"
#include "solver/solver.h"
#include "solver/state_csv.h"
#include "tests/support/paths.h"

namespace mien {
namespace {

constexpr float take_fov = 34; ///< degrees, of the virtual camera that made the takes

struct Floor {
    const char* take;
    double mean_r; ///< at least
    double mae;    ///< at most
    double leak;
    double yaw;
    double pitch;
    double roll;
};

std::filesystem::path canonical_face() {
    return find_models().directory / "geometry_pipeline_metadata_landmarks.binarypb";
}

/// Landmarks of a whole film; empty where it cannot be read.
std::vector<LandmarkFrame> track_film(Tracker& tracker, const std::filesystem::path& film) {
    std::vector<LandmarkFrame> frames;
    auto reader = VideoReader::open(film);
    EXPECT_TRUE(reader) << reader.error().message;
    if (!reader) return frames;
    tracker.reset();
    while (true) {
        auto decoded = reader->next();
        if (!decoded || !*decoded) return frames;
        const VideoFrame frame{
            .t = (*decoded)->t, .index = frames.size(), .picture = std::move((*decoded)->picture)};
        frames.push_back(tracker.track(frame));
    }
}

std::vector<FaceState> read_truth(const std::filesystem::path& path) {
    constexpr std::size_t limit = 8 << 20;
    const auto text = read_text_file(path, limit);
    EXPECT_TRUE(text) << text.error().message;
    if (!text) return {};
    const auto states = read_state_csv(*text, path.string());
    EXPECT_TRUE(states) << states.error().message;
    return states ? *states : std::vector<FaceState>{};
}

/// The performer of a guided take, learnt from what it asked for; nothing where there is no such take.
std::shared_ptr<const Profile> learn_performer(Tracker& tracker, const std::filesystem::path& folder,
                                               const std::string& guided,
                                               const std::shared_ptr<const FaceBasis>& rig) {
    constexpr std::size_t limit = 1 << 20;
    const auto table = read_text_file(folder / (guided + ".prompts.csv"), limit);
    EXPECT_TRUE(table) << table.error().message;
    if (!table) return nullptr;
    const auto prompts = parse_prompts(*table, guided);
    EXPECT_TRUE(prompts) << prompts.error().message;
    auto solver = Solver::create(canonical_face(), {.vertical_fov = take_fov, .rig = rig});
    if (!prompts || !solver) return nullptr;
    const auto profile = solver->calibrate(track_film(tracker, folder / (guided + ".mp4")), *prompts);
    EXPECT_TRUE(profile) << profile.error().message;
    return profile ? std::make_shared<const Profile>(*profile) : nullptr;
}

/// guided: the take that the performer's profile comes from; empty: nobody in particular.
std::shared_ptr<const FaceBasis> mirror_of_rig(const std::filesystem::path& file) {
    const auto rig = import_rig(file, {});
    EXPECT_TRUE(rig) << rig.error().message;
    if (!rig) return nullptr;
    const FaceGroups groups = guess_face_groups(*rig);
    const HeadJoints joints = find_head_joints(*rig);
    const Mapping mapping = guess_mapping(*rig, groups, joints);
    const auto basis = look_into_mirror({*rig, groups, joints, mapping}, find_models());
    EXPECT_TRUE(basis) << basis.error().message;
    return basis ? std::make_shared<const FaceBasis>(*basis) : nullptr;
}

void hold_floor(TrackerKind kind, const Floor& floor, const std::string& guided = {},
                std::shared_ptr<const FaceBasis> rig = nullptr) {
    const auto folder = test::shared_dir() / "data/truth";
    auto tracker = make_tracker(kind, find_models());
    if (!tracker) GTEST_SKIP() << tracker.error().message;
    SolverOptions options{.vertical_fov = take_fov, .neutral = SolverOptions::Interval{0, 1}};
    options.rig = std::move(rig);
    if (!guided.empty()) {
        options.profile = learn_performer(**tracker, folder, guided, options.rig);
        ASSERT_NE(options.profile, nullptr);
    }
    auto solver = Solver::create(canonical_face(), options);
    ASSERT_TRUE(solver) << solver.error().message;
    const auto landmarks = track_film(**tracker, folder / (std::string(floor.take) + ".mp4"));
    std::vector<FaceState> states;
    for (const SolvedFrame& solved : solver->solve_all(landmarks)) states.push_back(solved.calibrated);
    const test::Score s =
        test::score(states, read_truth(folder / (std::string(floor.take) + ".truth.csv")), 0, 1);
    std::printf("%-8s %-16s tracked %5.1f %%  r %.3f  MAE %.4f  leak %.4f  yaw %.2f  pitch %.2f  roll %.2f\n",
                (options.rig      ? "rig"
                 : guided.empty() ? std::string(name_of(kind))
                                  : "personal")
                    .c_str(),
                floor.take, s.tracked_percent, s.mean_r, s.mae, s.leak, s.yaw, s.pitch, s.roll);
    EXPECT_EQ(s.tracked_percent, 100);
    EXPECT_GE(s.mean_r, floor.mean_r);
    EXPECT_LE(s.mae, floor.mae);
    EXPECT_LE(s.leak, floor.leak);
    EXPECT_LE(s.yaw, floor.yaw);
    EXPECT_LE(s.pitch, floor.pitch);
    EXPECT_LE(s.roll, floor.roll);
}

class MeshFidelity : public testing::TestWithParam<Floor> {};
class PersonalFidelity : public testing::TestWithParam<Floor> {};
class Dlib68Fidelity : public testing::TestWithParam<Floor> {};

TEST_P(MeshFidelity, HoldsItsFloor) {
    MIEN_NEEDS_SHARED("data/truth");
    hold_floor(TrackerKind::mesh, GetParam());
}

/// After the guided calibration of the same performer.
TEST_P(PersonalFidelity, HoldsItsFloor) {
    MIEN_NEEDS_SHARED("data/truth");
    const std::string take = GetParam().take;
    hold_floor(TrackerKind::mesh, GetParam(), take.substr(0, take.find('_')) + "_guided");
}

/// Solved for the performer's own rig, as its mirror shows it; then with their guided calibration too.
TEST(RigFidelity, HoldsItsFloor) {
    MIEN_NEEDS_SHARED("data/rigs");
    MIEN_NEEDS_SHARED("data/truth");
    const auto rig = mirror_of_rig(test::shared_dir() / "data/rigs/talkinghead_brunette_t.glb");
    ASSERT_NE(rig, nullptr);
    hold_floor(TrackerKind::mesh, {"brunette_free", 0.62, 0.0440, 0.0125, 1.1, 1.4, 0.8}, {}, rig);
    hold_floor(TrackerKind::mesh, {"brunette_free", 0.65, 0.0460, 0.0200, 1.1, 1.4, 0.8}, "brunette_guided",
               rig);
}

TEST_P(Dlib68Fidelity, HoldsItsFloor) {
    MIEN_NEEDS_SHARED("data/truth");
    hold_floor(TrackerKind::dlib68, GetParam());
}

const auto name_of_take = [](const auto& test_case) { return std::string(test_case.param.take); };

INSTANTIATE_TEST_SUITE_P(Takes, MeshFidelity,
                         testing::Values(Floor{"brunette_free", 0.555, 0.0450, 0.0125, 1.1, 1.4, 0.8},
                                         Floor{"ictman_free", 0.645, 0.0420, 0.0085, 1.1, 1.6, 0.65},
                                         Floor{"brunette_guided", 0.735, 0.0162, 0.0056, 0.55, 0.8, 0.45},
                                         Floor{"ictman_guided", 0.80, 0.0110, 0.0020, 0.7, 1.0, 0.4},
                                         Floor{"ictman_rom", 0.78, 0.0096, 0.0037, 0.6, 0.8, 0.5}),
                         name_of_take);

INSTANTIATE_TEST_SUITE_P(Takes, PersonalFidelity,
                         testing::Values(Floor{"brunette_free", 0.62, 0.0435, 0.0160, 1.1, 1.4, 0.8},
                                         Floor{"ictman_free", 0.66, 0.0440, 0.0115, 1.1, 1.6, 0.65}),
                         name_of_take);

INSTANTIATE_TEST_SUITE_P(Takes, Dlib68Fidelity,
                         testing::Values(Floor{"brunette_free", 0.34, 0.057, 0.012, 1.2, 1.7, 0.6},
                                         Floor{"ictman_free", 0.26, 0.072, 0.027, 2.5, 2.3, 0.7},
                                         Floor{"brunette_guided", 0.47, 0.0175, 0.004, 0.6, 0.8, 0.5},
                                         Floor{"ictman_guided", 0.42, 0.020, 0.007, 0.8, 1.1, 0.5},
                                         Floor{"ictman_rom", 0.46, 0.0130, 0.006, 0.6, 0.7, 0.5}),
                         name_of_take);

} // namespace
} // namespace mien
