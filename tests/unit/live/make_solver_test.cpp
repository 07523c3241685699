#include "live/make_solver.h"

#include <gtest/gtest.h>

#include "base/file.h"
#include "tests/support/paths.h"

namespace mien {
namespace {

TEST(MakeSolver, NeedsNoModelForSixtyEightPoints) {
    const test::TemporaryFolder folder;
    EXPECT_TRUE(make_solver(Scheme::ibug68, {.directory = folder.path(), .dlib_shape = {}, .task = {}}, {}));
}

TEST(MakeSolver, SaysWhereItLookedForTheFaceOfTheMesh) {
    const test::TemporaryFolder folder;
    const auto refused =
        make_solver(Scheme::mesh478, {.directory = folder.path(), .dlib_shape = {}, .task = {}}, {});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::unavailable);
    EXPECT_NE(refused.error().message.find(folder.path().string()), std::string::npos);
}

TEST(MakeSolver, RefusesADamagedFaceAndADamagedBundle) {
    const test::TemporaryFolder folder;
    const auto task = folder.path() / "face_landmarker.task";
    ASSERT_TRUE(write_file_atomically(task, std::string_view("no bundle")));
    const ModelPaths models{.directory = folder.path(), .dlib_shape = {}, .task = task};
    EXPECT_EQ(make_solver(Scheme::mesh478, models, {}).error().code, ErrorCode::unreadable);
    ASSERT_TRUE(write_file_atomically(folder.path() / "geometry_pipeline_metadata_landmarks.binarypb",
                                      std::string_view("no face")));
    EXPECT_EQ(make_solver(Scheme::mesh478, models, {}).error().code, ErrorCode::unreadable);
}

TEST(MakeSolver, TakesTheFaceOutOfTheUsersOwnBundle) {
    MIEN_NEEDS_SHARED("data/models/face_landmarker.task");
    const test::TemporaryFolder folder;
    const auto task = test::shared_dir() / "data/models/face_landmarker.task";
    const auto solver =
        make_solver(Scheme::mesh478, {.directory = folder.path(), .dlib_shape = {}, .task = task}, {});
    EXPECT_TRUE(solver) << solver.error().message;
}

} // namespace
} // namespace mien
