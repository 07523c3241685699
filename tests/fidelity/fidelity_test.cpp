// The whole chain, film to weights, against rendered avatars whose performance is known. Prints the table and
// holds floors a little below what is reached, so that a step back is seen.
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/file.h"
#include "capture/tracker/tracker.h"
#include "media/video_reader.h"
#include "scoring.h"
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

void hold_floor(TrackerKind kind, const Floor& floor) {
    const auto folder = test::shared_dir() / "data/truth";
    auto tracker = make_tracker(kind, find_models());
    if (!tracker) GTEST_SKIP() << tracker.error().message;
    auto solver = Solver::create(canonical_face(),
                                 {.vertical_fov = take_fov, .neutral = SolverOptions::Interval{0, 1}});
    ASSERT_TRUE(solver) << solver.error().message;
    const auto landmarks = track_film(**tracker, folder / (std::string(floor.take) + ".mp4"));
    std::vector<FaceState> states;
    for (const SolvedFrame& solved : solver->solve_all(landmarks)) states.push_back(solved.calibrated);
    const test::Score s =
        test::score(states, read_truth(folder / (std::string(floor.take) + ".truth.csv")), 0, 1);
    std::printf("%-8s %-16s tracked %5.1f %%  r %.3f  MAE %.4f  leak %.4f  yaw %.2f  pitch %.2f  roll %.2f\n",
                std::string(name_of(kind)).c_str(), floor.take, s.tracked_percent, s.mean_r, s.mae, s.leak,
                s.yaw, s.pitch, s.roll);
    EXPECT_EQ(s.tracked_percent, 100);
    EXPECT_GE(s.mean_r, floor.mean_r);
    EXPECT_LE(s.mae, floor.mae);
    EXPECT_LE(s.leak, floor.leak);
    EXPECT_LE(s.yaw, floor.yaw);
    EXPECT_LE(s.pitch, floor.pitch);
    EXPECT_LE(s.roll, floor.roll);
}

class MeshFidelity : public testing::TestWithParam<Floor> {};
class Dlib68Fidelity : public testing::TestWithParam<Floor> {};

TEST_P(MeshFidelity, HoldsItsFloor) {
    MIEN_NEEDS_SHARED("data/truth");
    hold_floor(TrackerKind::mesh, GetParam());
}

TEST_P(Dlib68Fidelity, HoldsItsFloor) {
    MIEN_NEEDS_SHARED("data/truth");
    hold_floor(TrackerKind::dlib68, GetParam());
}

const auto name_of_take = [](const auto& test_case) { return std::string(test_case.param.take); };

INSTANTIATE_TEST_SUITE_P(Takes, MeshFidelity,
                         testing::Values(Floor{"brunette_free", 0.53, 0.0455, 0.0125, 1.1, 1.4, 0.8},
                                         Floor{"ictman_free", 0.63, 0.0445, 0.010, 1.1, 1.6, 0.65},
                                         Floor{"brunette_guided", 0.71, 0.0165, 0.006, 0.55, 0.8, 0.45},
                                         Floor{"ictman_guided", 0.74, 0.0120, 0.0025, 0.7, 1.0, 0.4},
                                         Floor{"ictman_rom", 0.70, 0.0105, 0.0042, 0.6, 0.8, 0.5}),
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
