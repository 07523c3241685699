#include "base/file.h"

#include <fstream>

#include "tests/support/paths.h"

namespace mien {
namespace {

TEST(AtomicWrite, LeavesTheWholeFileAndNothingElse) {
    const test::TemporaryFolder folder;
    const auto path = folder.path() / "settings.json";
    ASSERT_TRUE(write_file_atomically(path, "old"));
    ASSERT_TRUE(write_file_atomically(path, "newer text"));
    EXPECT_EQ(read_text_file(path, 100).value(), "newer text");
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

TEST(AtomicWrite, KeepsTheOldFileWhereTheFolderCannotBeWritten) {
    const auto written = write_file_atomically("/nonexistent/folder/file", "x");
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().code, ErrorCode::unavailable);
    EXPECT_NE(written.error().message.find("/nonexistent/folder/file"), std::string::npos);
}

TEST(AtomicWrite, WritesThroughToADevice) {
    EXPECT_TRUE(write_file_atomically("/dev/null", "x"));
}

TEST(ReadFile, RefusesWhatIsLargerThanItsLimit) {
    const test::TemporaryFolder folder;
    const auto path = folder.path() / "big";
    ASSERT_TRUE(write_file_atomically(path, std::string(1000, 'x')));
    EXPECT_FALSE(read_file(path, 999));
    EXPECT_EQ(read_file(path, 1000)->size(), 1000u);
}

TEST(ReadFile, NamesTheMissingFileAndRefusesFolders) {
    const auto missing = read_file("/nonexistent.bin", 10);
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().code, ErrorCode::unreadable);
    EXPECT_NE(missing.error().message.find("/nonexistent.bin"), std::string::npos);
    EXPECT_FALSE(read_file("/", 10));
}

TEST(ReadFile, ReadsAnEmptyFile) {
    const test::TemporaryFolder folder;
    const auto path = folder.path() / "empty";
    std::ofstream(path).flush();
    EXPECT_TRUE(read_file(path, 10)->empty());
}

} // namespace
} // namespace mien
