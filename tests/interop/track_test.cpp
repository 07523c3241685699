// `mien track` and `mien solve` on films made here; a drawn face is no face to the trackers, and where a real
// one is needed the clips beside the project serve.
#include <csignal>
#include <cstdlib>
#include <map>
#include <thread>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "media/image_io.h"
#include "media/video_reader.h"
#include "run_program.h"
#include "solver/state_csv.h"
#include "takes/take.h"
#include "tests/support/films.h"
#include "tests/support/paths.h"

namespace mien {
namespace {

using test::lines_of;
using test::Ran;
using test::run_mien;
using ::testing::HasSubstr;

std::string text_of(const std::filesystem::path& path) {
    return read_text_file(path, 1u << 28).value_or("");
}

/// Rows of a CSV that mien wrote, checked.
std::vector<FaceState> rows_of(const std::string& csv) {
    EXPECT_TRUE(csv.starts_with(
        "frame,t,tracked,quality,head_x,head_y,head_z,head_pitch,head_yaw,head_roll,browDownLeft,"));
    EXPECT_EQ(csv.find("nan"), std::string::npos);
    EXPECT_EQ(csv.find("inf"), std::string::npos);
    auto rows = read_state_csv(csv, "csv");
    EXPECT_TRUE(rows) << rows.error().message;
    return rows.value_or(std::vector<FaceState>{});
}

std::size_t frames_in(const std::filesystem::path& film) {
    auto reader = VideoReader::open(film);
    std::size_t frames = 0;
    while (reader && reader->next().value()) ++frames;
    return frames;
}

/// A film without a face, 24 frames.
std::filesystem::path faceless_film(const test::TemporaryFolder& folder) {
    const auto path = folder.path() / "grey film.mp4";
    test::write_film(path, test::even_times(24, 25), {.width = 320, .height = 240});
    return path;
}

TEST(Track, AFilmWithoutAFaceHasARowForEveryFrameAndAWarning) {
    MIEN_NEEDS_MESH_MODELS();
    const test::TemporaryFolder folder;
    const Ran ran = run_mien({"track", faceless_film(folder).string(), "--csv", "-"});
    EXPECT_EQ(ran.status, 0) << ran.err;
    EXPECT_THAT(ran.err, HasSubstr("no face in 24 of 24 frames"));
    const std::vector<FaceState> rows = rows_of(ran.out);
    ASSERT_EQ(rows.size(), 24u);
    for (const FaceState& row : rows) {
        EXPECT_FALSE(row.tracked);
        EXPECT_EQ(row.weights, Weights{});
    }
    EXPECT_NEAR(rows[10].t.seconds(), 0.4, 1e-3);
}

TEST(Track, GivesTheSameBytesOnEveryRun) {
    MIEN_NEEDS_MESH_MODELS();
    MIEN_NEEDS_SHARED("data/clips/talking_man.mp4");
    const test::TemporaryFolder folder;
    const std::string film = (test::shared_dir() / "data/clips/talking_man.mp4").string();
    for (const char* name : {"a", "b"}) {
        const auto stem = folder.path() / name;
        const Ran ran = run_mien({"track", film, "--csv", stem.string() + ".csv", "-o",
                                  stem.string() + ".mien", "--stage-csv", stem.string() + ".stages.csv"});
        ASSERT_EQ(ran.status, 0) << ran.err;
    }
    for (const char* ending : {".csv", ".stages.csv", ".mien"})
        EXPECT_EQ(read_file(folder.path() / ("a" + std::string(ending)), 1u << 28),
                  read_file(folder.path() / ("b" + std::string(ending)), 1u << 28))
            << ending;
    EXPECT_EQ(rows_of(text_of(folder.path() / "a.csv")).size(), 75u);
    EXPECT_EQ(read_take(folder.path() / "a.mien")->frames.size(), 75u);
}

TEST(Track, SeveralInputsGoIntoAFolderAndOneFailureDoesNotStopTheOthers) {
    MIEN_NEEDS_MESH_MODELS();
    const test::TemporaryFolder folder;
    const auto film = faceless_film(folder);
    const auto out = folder.path() / "out";
    const Ran ran =
        run_mien({"track", (folder.path() / "missing.mp4").string(), film.string(), "--csv", out.string()});
    EXPECT_EQ(ran.status, 3);
    EXPECT_THAT(ran.err, HasSubstr("missing.mp4"));
    EXPECT_EQ(rows_of(text_of(out / "grey film.csv")).size(), 24u);
    EXPECT_FALSE(std::filesystem::exists(out / "missing.csv"));
}

TEST(Track, StopsWhereUntilSays) {
    MIEN_NEEDS_MESH_MODELS();
    const test::TemporaryFolder folder;
    const Ran ran = run_mien({"track", faceless_film(folder).string(), "--until", "0.4", "--csv", "-"});
    EXPECT_EQ(ran.status, 0) << ran.err;
    EXPECT_EQ(rows_of(ran.out).size(), 10u);
}

TEST(Track, PrintsATableWithoutAnOutputAndJsonOnRequest) {
    MIEN_NEEDS_MESH_MODELS();
    const test::TemporaryFolder folder;
    const std::string film = faceless_film(folder).string();
    const Ran table = run_mien({"track", film});
    EXPECT_EQ(table.status, 0) << table.err;
    for (const char* word : {"frames   24", "median ms", "decode", "network", "memory"})
        EXPECT_THAT(table.out, HasSubstr(word));
    const Ran json = run_mien({"track", film, "--stats", "--json"});
    EXPECT_THAT(json.out, HasSubstr("\"frames\": 24"));
    EXPECT_TRUE(json.out.starts_with("{"));
}

TEST(Track, WritesAnOverlayWithEveryFrame) {
    MIEN_NEEDS_MESH_MODELS();
    const test::TemporaryFolder folder;
    const auto overlay = folder.path() / "over.mp4";
    const Ran ran = run_mien({"track", faceless_film(folder).string(), "--overlay", overlay.string()});
    EXPECT_EQ(ran.status, 0) << ran.err;
    EXPECT_EQ(frames_in(overlay), 24u);
}

TEST(Track, ManyFilmsAtOnceGiveTheBytesThatTheyGiveOneByOne) {
    MIEN_NEEDS_MESH_MODELS();
    const test::TemporaryFolder folder;
    const auto film = faceless_film(folder);
    std::vector<std::string> films;
    for (int i = 0; i < 5; ++i) {
        const auto copy = folder.path() / fmt::format("film {}.mp4", i);
        std::filesystem::copy_file(film, copy);
        films.push_back(copy.string());
    }
    for (const char* jobs : {"1", "4"}) {
        std::vector<std::string> arguments = {"track", "--jobs", jobs, "--csv",
                                              (folder.path() / jobs).string()};
        arguments.insert(arguments.end(), films.begin(), films.end());
        const Ran ran = run_mien(arguments);
        EXPECT_EQ(ran.status, 0) << ran.err;
        ASSERT_EQ(lines_of(ran.err).size(), 5u) << ran.err; // no face in any: told in their order
        for (std::size_t i = 0; i < 5; ++i)
            EXPECT_THAT(lines_of(ran.err)[i], HasSubstr(fmt::format("film {}.mp4", i)));
    }
    for (int i = 0; i < 5; ++i) {
        const std::string name = fmt::format("film {}.csv", i);
        const std::string one_by_one = text_of(folder.path() / "1" / name);
        EXPECT_EQ(rows_of(one_by_one).size(), 24u);
        EXPECT_EQ(text_of(folder.path() / "4" / name), one_by_one);
    }
}

TEST(Track, ADamagedPictureInAFolderEndsTheTableThereAndIsAFault) {
    MIEN_NEEDS_MESH_MODELS();
    const test::TemporaryFolder folder;
    const auto pictures = folder.path() / "pictures";
    std::filesystem::create_directory(pictures);
    for (int i = 0; i < 6; ++i)
        ASSERT_TRUE(write_image(pictures / fmt::format("{}.png", i), Image(64, 64, PixelFormat::rgb8)));
    const auto broken = pictures / "4.png";
    std::filesystem::resize_file(broken, std::filesystem::file_size(broken) / 2);
    const auto take = folder.path() / "o.mien";
    const Ran ran = run_mien({"track", pictures.string(), "--csv", "-", "-o", take.string()});
    EXPECT_EQ(ran.status, 3);
    EXPECT_EQ(rows_of(ran.out).size(), 4u);
    EXPECT_THAT(ran.err, HasSubstr("4.png"));
    EXPECT_THAT(ran.err, HasSubstr("the 4 frames before that are written"));
    const auto read = read_take(take);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->frames.size(), 4u);
}

TEST(Track, ADamagedFilmLeavesNoOutput) {
    const test::TemporaryFolder folder;
    const auto film = folder.path() / "text.mp4";
    ASSERT_TRUE(write_file_atomically(film, std::string(10000, 'x')));
    const Ran ran = run_mien({"track", film.string(), "--csv", (folder.path() / "o.csv").string(), "-o",
                              (folder.path() / "o.mien").string()});
    EXPECT_EQ(ran.status, 3) << ran.err;
    EXPECT_THAT(ran.err, HasSubstr("text.mp4"));
    EXPECT_EQ(lines_of(ran.err).size(), 1u);
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

TEST(Track, AFolderThatDoesNotExistIsToldOfBeforeTheWork) {
    MIEN_NEEDS_MESH_MODELS();
    const test::TemporaryFolder folder;
    const auto nowhere = (folder.path() / "none" / "out").string();
    for (const char* option : {"-o", "--csv", "--stage-csv"}) {
        // This film never ends by itself.
        const Ran ran = run_mien({"track", "synthetic", option, nowhere});
        EXPECT_EQ(ran.status, 4) << option << ran.err;
        EXPECT_EQ(lines_of(ran.err).size(), 1u) << ran.err;
        EXPECT_THAT(ran.err, HasSubstr(nowhere));
    }
}

TEST(Track, SaysWhereTheDiskIsFull) {
    MIEN_NEEDS_MESH_MODELS();
    const test::TemporaryFolder folder;
    const Ran ran = run_mien({"track", faceless_film(folder).string(), "--csv", "/dev/full"});
    EXPECT_EQ(ran.status, 4) << ran.err;
    EXPECT_THAT(ran.err, HasSubstr("/dev/full"));
}

/// Waits until the take at `path` holds frames; false after 60 s.
bool has_frames(const std::filesystem::path& path) {
    for (int i = 0; i < 600; ++i) {
        const auto take = read_take(path);
        if (take && take->frames.size() >= 5) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    return false;
}

TEST(Track, ALiveTakeSurvivesSigkill) {
    MIEN_NEEDS_MESH_MODELS();
    const test::TemporaryFolder folder;
    const auto take = folder.path() / "t.mien";
    const test::RunningMien mien({"track", "synthetic:60", "-o", take.string(), "--pace", "live"},
                                 folder.path() / "log");
    ASSERT_TRUE(has_frames(take)) << text_of(folder.path() / "log");
    mien.send(SIGKILL);
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    const auto recovered = read_take(take);
    ASSERT_TRUE(recovered) << recovered.error().message;
    EXPECT_GE(recovered->frames.size(), 5u);
    EXPECT_FALSE(std::filesystem::exists(take.string() + "-wal"));
    const Ran solved = run_mien({"solve", take.string(), "--csv", "-"});
    EXPECT_EQ(solved.status, 0) << solved.err;
    const std::vector<FaceState> rows = rows_of(solved.out);
    EXPECT_EQ(rows.size(), recovered->frames.size());
    EXPECT_EQ(rows.at(0).t.ns, 0) << "times of live takes count from their first frame";
}

TEST(Track, CtrlCFinishesTheFiles) {
    MIEN_NEEDS_MESH_MODELS();
    const test::TemporaryFolder folder;
    const auto take = folder.path() / "t.mien";
    const auto csv = folder.path() / "t.csv";
    test::RunningMien mien(
        {"track", "synthetic:60", "-o", take.string(), "--csv", csv.string(), "--pace", "live"},
        folder.path() / "log");
    ASSERT_TRUE(has_frames(take)) << text_of(folder.path() / "log");
    mien.send(SIGINT);
    EXPECT_EQ(mien.wait(), 0);
    EXPECT_THAT(text_of(folder.path() / "log"), HasSubstr("stopped after"));
    EXPECT_FALSE(std::filesystem::exists(take.string() + "-wal"));
    EXPECT_EQ(rows_of(text_of(csv)).size(), read_take(take)->frames.size());
}

TEST(Solve, AnOldTakeGivesTheSameAsTheFilm) {
    MIEN_NEEDS_MESH_MODELS();
    MIEN_NEEDS_SHARED("data/clips/talking_man.mp4");
    const test::TemporaryFolder folder;
    const std::string film = (test::shared_dir() / "data/clips/talking_man.mp4").string();
    const auto take = (folder.path() / "t.mien").string();
    const Ran tracked = run_mien({"track", film, "-o", take, "--csv", "-", "--neutral", "0-0.5"});
    ASSERT_EQ(tracked.status, 0) << tracked.err;
    const Ran same = run_mien({"solve", take, "--neutral", "0-0.5", "--csv", "-"});
    EXPECT_EQ(same.status, 0) << same.err;
    EXPECT_EQ(same.out, tracked.out);
    const Ran other = run_mien({"solve", take, "--neutral", "1-2", "--csv", "-", "-o", take});
    EXPECT_EQ(other.status, 0) << other.err;
    EXPECT_NE(other.out, tracked.out);
    const auto written = read_take(take);
    ASSERT_TRUE(written) << written.error().message;
    EXPECT_EQ(written->meta.at("neutral"), "1-2");
    EXPECT_EQ(written->frames.size(), 75u);
}

TEST(Track, TheUsersOwnModelIsEnoughByItself) {
    MIEN_NEEDS_SHARED("data/models/face_landmarker.task");
    const auto data = test::shared_dir() / "data";
    const Ran ran = run_mien({"track", (data / "clips/talking_man.mp4").string(), "--tracker", "task",
                              "--models", (data / "models").string(), "--until", "0.4", "--csv", "-"});
    ASSERT_EQ(ran.status, 0) << ran.err;
    for (const FaceState& row : rows_of(ran.out)) EXPECT_TRUE(row.tracked);
}

TEST(Track, EveryClipHasARowForEveryDecodedFrame) {
    MIEN_NEEDS_MESH_MODELS();
    MIEN_NEEDS_SHARED("data/clips");
    // The clips and how many frames they have, by the folder's README.
    const std::map<std::string, std::size_t> clips = {
        {"talking_man", 75}, {"no_face", 95}, {"vfr_face_gap", 236}, {"rotated_phone_glasses", 240}};
    const test::TemporaryFolder folder;
    for (const auto& [name, frames] : clips) {
        const auto film = test::shared_dir() / "data/clips" / (name + ".mp4");
        const Ran ran = run_mien({"track", film.string(), "--csv", "-"});
        EXPECT_EQ(ran.status, 0) << ran.err;
        const std::vector<FaceState> rows = rows_of(ran.out);
        EXPECT_EQ(rows.size(), frames) << name;
        for (std::size_t i = 1; i < rows.size(); ++i) ASSERT_GT(rows[i].t, rows[i - 1].t) << name;
    }
}

} // namespace
} // namespace mien
