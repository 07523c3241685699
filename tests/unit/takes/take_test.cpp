#include "takes/take.h"

#include <array>
#include <csignal>
#include <fstream>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "made_frames.h"
#include "tests/support/paths.h"

namespace mien {
namespace {

using ::testing::HasSubstr;

/// Changes a closed take behind mien's back.
void run_sql(const std::filesystem::path& path, const char* sql) {
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(path.c_str(), &database), SQLITE_OK);
    char* message = nullptr;
    EXPECT_EQ(sqlite3_exec(database, sql, nullptr, nullptr, &message), SQLITE_OK) << message;
    sqlite3_free(message);
    sqlite3_close(database);
}

std::size_t files_in(const std::filesystem::path& folder) {
    std::size_t count = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder)) ++count;
    return count;
}

TEST(Take, ReturnsWhatWasRecordedBitExactly) {
    const test::TemporaryFolder folder;
    const auto path = folder.path() / "a take with ?#% and \xc3\xa4.mien";
    const TakeMeta meta = {{"source", "made"}, {"odd", "line\nbreak and '"}};
    test::write_made_take(path, 1200, meta);
    const auto take = read_take(path);
    ASSERT_TRUE(take) << take.error().message;
    EXPECT_EQ(take->meta, meta);
    EXPECT_EQ(take->frames, test::made_frames(1200));
}

TEST(Take, IsOneFileAfterACleanStop) {
    const test::TemporaryFolder folder;
    const auto path = folder.path() / "t.mien";
    test::write_made_take(path, 300);
    EXPECT_EQ(files_in(folder.path()), 1u);
    ASSERT_TRUE(read_take(path));
    EXPECT_EQ(files_in(folder.path()), 1u);
}

TEST(Take, ThatIsEmptyOpens) {
    const test::TemporaryFolder folder;
    test::write_made_take(folder.path() / "t.mien", 0, {{"a", "b"}});
    const auto take = read_take(folder.path() / "t.mien");
    ASSERT_TRUE(take) << take.error().message;
    EXPECT_TRUE(take->frames.empty());
    EXPECT_EQ(take->meta.at("a"), "b");
}

TEST(Take, HasTheSameBytesForTheSameFrames) {
    const test::TemporaryFolder folder;
    test::write_made_take(folder.path() / "a.mien", 1500, {{"k", "v"}});
    test::write_made_take(folder.path() / "b.mien", 1500, {{"k", "v"}});
    EXPECT_EQ(test::bytes_of(folder.path() / "a.mien"), test::bytes_of(folder.path() / "b.mien"));
}

TEST(Take, IsFinishedByTheDestructor) {
    const test::TemporaryFolder folder;
    const auto path = folder.path() / "t.mien";
    {
        auto writer = TakeWriter::create(path, {});
        ASSERT_TRUE(writer) << writer.error().message;
        ASSERT_TRUE(writer->add(test::made_frame(0)));
    }
    EXPECT_EQ(files_in(folder.path()), 1u);
    EXPECT_EQ(read_take(path)->frames.size(), 1u);
}

TEST(Take, IsToldOfItselfWhileItIsRecorded) {
    const test::TemporaryFolder folder;
    const auto path = folder.path() / "t.mien";
    auto writer = TakeWriter::create(path, {{"source", "?"}, {"kept", "yes"}});
    ASSERT_TRUE(writer) << writer.error().message;
    writer->set_meta("source", "camera");
    ASSERT_TRUE(writer->add(test::made_frame(0)));
    while (writer->written() < 1) ::usleep(1000);
    writer->set_meta("rig", "head"); // no frame follows
    ASSERT_TRUE(writer->finish());
    EXPECT_EQ(read_take(path)->meta, (TakeMeta{{"source", "camera"}, {"kept", "yes"}, {"rig", "head"}}));
}

TEST(Take, CanBeReadWhileItIsRecorded) {
    const test::TemporaryFolder folder;
    const auto path = folder.path() / "t.mien";
    auto writer = TakeWriter::create(path, {});
    ASSERT_TRUE(writer) << writer.error().message;
    for (std::uint64_t i = 0; i < 10; ++i) ASSERT_TRUE(writer->add(test::made_frame(i)));
    while (writer->written() < 10) ::usleep(1000);
    const auto early = read_take(path);
    ASSERT_TRUE(early) << early.error().message;
    EXPECT_EQ(early->frames.size(), 10u);
    ASSERT_TRUE(writer->add(test::made_frame(10)));
    ASSERT_TRUE(writer->finish());
    EXPECT_EQ(read_take(path)->frames.size(), 11u);
    EXPECT_EQ(files_in(folder.path()), 1u);
}

TEST(TakeWriter, ReplacesATakeButNoOtherFile) {
    const test::TemporaryFolder folder;
    const auto path = folder.path() / "t.mien";
    test::write_made_take(path, 20);
    test::write_made_take(path, 3);
    EXPECT_EQ(read_take(path)->frames.size(), 3u);

    std::ofstream(folder.path() / "letter.txt") << "dear reader";
    const auto refused = TakeWriter::create(folder.path() / "letter.txt", {});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::usage);
    EXPECT_THAT(refused.error().message, HasSubstr("letter.txt"));
    EXPECT_EQ(test::bytes_of(folder.path() / "letter.txt").size(), 11u);
}

TEST(TakeWriter, DoesNotReplaceATakeThatIsBeingRecorded) {
    const test::TemporaryFolder folder;
    const auto path = folder.path() / "t.mien";
    auto first = TakeWriter::create(path, {});
    ASSERT_TRUE(first) << first.error().message;
    const auto second = TakeWriter::create(path, {});
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().code, ErrorCode::unavailable);
    EXPECT_THAT(second.error().message, HasSubstr("in use"));
    ASSERT_TRUE(first->add(test::made_frame(0)));
    ASSERT_TRUE(first->finish());
    EXPECT_EQ(read_take(path)->frames.size(), 1u);
}

TEST(TakeWriter, NamesAFolderThatDoesNotExist) {
    const test::TemporaryFolder folder;
    const auto refused = TakeWriter::create(folder.path() / "none" / "t.mien", {});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::unavailable);
    EXPECT_THAT(refused.error().message, HasSubstr("none"));
}

TEST(TakeWriter, LeavesOutWhatCouldNotBeReadBack) {
    const test::TemporaryFolder folder;
    const auto path = folder.path() / "t.mien";
    auto writer = TakeWriter::create(path, {});
    ASSERT_TRUE(writer) << writer.error().message;
    ASSERT_TRUE(writer->add(test::made_frame(3)));
    EXPECT_FALSE(writer->add(test::made_frame(3))) << "the same time again";
    EXPECT_FALSE(writer->add(test::made_frame(2))) << "back in time";
    TakeFrame poisoned = test::made_frame(5);
    poisoned.raw.weights[3] = std::numeric_limits<float>::quiet_NaN();
    EXPECT_FALSE(writer->add(poisoned));
    TakeFrame cut = test::made_frame(5);
    cut.landmarks.points.pop_back();
    EXPECT_FALSE(writer->add(cut));
    ASSERT_TRUE(writer->add(test::made_frame(5)));
    ASSERT_TRUE(writer->finish());
    EXPECT_EQ(read_take(path)->frames, (std::vector<TakeFrame>{test::made_frame(3), test::made_frame(5)}));
}

/// Records on a disk that is full after `bytes`, in a process of its own: the limit is the process's.
/// Exit status: number of errors that add() and finish() reported, 100 where the first has another text.
int errors_on_a_disk_of(std::uint64_t bytes, const std::filesystem::path& path) {
    const pid_t child = ::fork();
    if (child == 0) {
        ::signal(SIGXFSZ, SIG_IGN);
        auto writer = TakeWriter::create(path, {}, WhenFull::wait);
        const rlimit limit{bytes, bytes};
        if (!writer || ::setrlimit(RLIMIT_FSIZE, &limit) != 0) ::_exit(101);
        int errors = 0;
        const auto count = [&](const Result<void>& result) {
            if (result) return;
            ++errors;
            if (result.error().code != ErrorCode::unavailable ||
                result.error().message.find(path.filename().string()) == std::string::npos)
                ::_exit(100);
        };
        for (std::uint64_t i = 0; i < 6000; ++i) count(writer->add(test::made_frame(i)));
        count(writer->finish());
        ::_exit(errors);
    }
    int status = 0;
    EXPECT_EQ(::waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(TakeWriter, ReportsAFullDiskOnceAndKeepsWhatWasCommitted) {
    const test::TemporaryFolder folder;
    const auto path = folder.path() / "t.mien";
    EXPECT_EQ(errors_on_a_disk_of(6u << 20, path), 1);
    const auto take = read_take(path);
    ASSERT_TRUE(take) << take.error().message;
    ASSERT_GT(take->frames.size(), 100u);
    for (std::size_t i = 0; i < take->frames.size(); ++i) ASSERT_EQ(take->frames[i], test::made_frame(i));
}

TEST(ReadTake, RefusesANewerVersionByName) {
    const test::TemporaryFolder folder;
    const auto path = folder.path() / "t.mien";
    test::write_made_take(path, 3);
    run_sql(path, "PRAGMA user_version = 7");
    const auto refused = read_take(path);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::unreadable);
    EXPECT_THAT(refused.error().message, HasSubstr("newer mien (take version 7"));
}

TEST(ReadTake, IgnoresTablesStreamsAndTimesOutOfOrderThatOthersAdded) {
    const test::TemporaryFolder folder;
    const auto path = folder.path() / "t.mien";
    test::write_made_take(path, 6);
    run_sql(path, "CREATE TABLE note(a); INSERT INTO stream VALUES(9, 'later', '', '');"
                  "INSERT INTO sample VALUES(9, 0, x'00');"
                  "CREATE TEMP TABLE first AS SELECT * FROM sample WHERE t_ns = 7;"
                  "DELETE FROM sample WHERE t_ns = 7; INSERT INTO sample SELECT * FROM first;");
    const auto take = read_take(path);
    ASSERT_TRUE(take) << take.error().message;
    EXPECT_EQ(take->frames, test::made_frames(6));
}

TEST(ReadTake, RefusesAViewInPlaceOfATable) {
    const test::TemporaryFolder folder;
    const auto path = folder.path() / "t.mien";
    test::write_made_take(path, 3);
    run_sql(path, "DROP TABLE sample; CREATE VIEW sample AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL "
                  "SELECT i + 1 FROM n) SELECT 1 AS stream, i AS t_ns, x'' AS blob FROM n;");
    const auto refused = read_take(path);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::unreadable);
}

TEST(ReadTake, RefusesForeignFilesWithTheirName) {
    const test::TemporaryFolder folder;
    run_sql(folder.path() / "other.mien", "CREATE TABLE sample(a)");
    std::ofstream(folder.path() / "text.mien") << std::string(5000, 'x');
    std::ofstream(folder.path() / "empty.mien").flush();
    std::filesystem::create_directory(folder.path() / "folder.mien");
    for (const char* name : {"other.mien", "text.mien", "empty.mien", "folder.mien", "missing.mien"}) {
        const auto refused = read_take(folder.path() / name);
        ASSERT_FALSE(refused) << name;
        EXPECT_EQ(refused.error().code, ErrorCode::unreadable) << name;
        EXPECT_THAT(refused.error().message, HasSubstr(name));
        EXPECT_EQ(refused.error().message.find('\n'), std::string::npos);
        EXPECT_FALSE(looks_like_take(folder.path() / name)) << name;
    }
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "missing.mien"));
}

TEST(LooksLikeTake, KnowsATakeWhileItIsRecordedAndAfter) {
    const test::TemporaryFolder folder;
    const auto path = folder.path() / "t.mien";
    auto writer = TakeWriter::create(path, {});
    ASSERT_TRUE(writer) << writer.error().message;
    EXPECT_TRUE(looks_like_take(path));
    ASSERT_TRUE(writer->finish());
    EXPECT_TRUE(looks_like_take(path));
}

} // namespace
} // namespace mien
