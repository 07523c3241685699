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

TEST(AtomicWrite, FollowsASymbolicLinkAndLeavesItOne) {
    const test::TemporaryFolder folder;
    std::filesystem::create_directory(folder.path() / "elsewhere");
    const auto target = folder.path() / "elsewhere" / "take.csv";
    const auto link = folder.path() / "latest.csv";
    const auto second = folder.path() / "newest.csv";
    ASSERT_TRUE(write_file_atomically(target, std::string_view("old")));
    std::filesystem::create_symlink("elsewhere/take.csv", link);
    std::filesystem::create_symlink("latest.csv", second);
    ASSERT_TRUE(write_file_atomically(second, std::string_view("new")));
    EXPECT_TRUE(std::filesystem::is_symlink(link));
    EXPECT_TRUE(std::filesystem::is_symlink(second));
    EXPECT_EQ(read_text_file(target, 100).value(), "new");
    // One that leads nowhere yet makes the file there.
    std::filesystem::remove(target);
    ASSERT_TRUE(write_file_atomically(link, std::string_view("made")));
    EXPECT_EQ(read_text_file(target, 100).value(), "made");
}

TEST(AtomicWrite, LinksInACircleAreAnError) {
    const test::TemporaryFolder folder;
    std::filesystem::create_symlink("b", folder.path() / "a");
    std::filesystem::create_symlink("a", folder.path() / "b");
    ASSERT_TRUE(write_file_atomically(folder.path() / "a", std::string_view("x")));
    EXPECT_FALSE(std::filesystem::is_symlink(folder.path() / "a") &&
                 std::filesystem::is_symlink(folder.path() / "b"))
        << "a circle is broken up by the new file";
}

TEST(AtomicWrite, TakesNamesOfTheGreatestLength) {
    const test::TemporaryFolder folder;
    const std::string name = std::string(251, 'n') + ".csv";
    ASSERT_TRUE(write_file_atomically(folder.path() / name, std::string_view("x")));
    EXPECT_TRUE(std::filesystem::exists(folder.path() / name));
    const std::string other = std::string(250, 'n') + "m.csv";
    EXPECT_NE(temporary_beside(folder.path() / name), temporary_beside(folder.path() / other));
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
