#include "app/text_output.h"

#include <gtest/gtest.h>

#include "base/file.h"
#include "tests/support/paths.h"

namespace mien {
namespace {

std::string text_of(const std::filesystem::path& path) {
    return read_text_file(path, 1u << 20).value();
}

TEST(TextOutput, AppearsOnlyWhenItIsComplete) {
    const test::TemporaryFolder folder;
    const auto path = folder.path() / "a.csv";
    ASSERT_TRUE(write_text(path, "old"));
    {
        auto output = TextOutput::open(path);
        ASSERT_TRUE(output) << output.error().message;
        output->write("half");
        EXPECT_EQ(text_of(path), "old");
    } // not committed
    EXPECT_EQ(text_of(path), "old");
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
    auto output = TextOutput::open(path);
    ASSERT_TRUE(output);
    output->write("new ");
    output->write("text");
    ASSERT_TRUE(output->commit());
    EXPECT_EQ(text_of(path), "new text");
}

TEST(TextOutput, DashIsStandardOutput) {
    testing::internal::CaptureStdout();
    ASSERT_TRUE(write_text("-", "hello\n"));
    EXPECT_EQ(testing::internal::GetCapturedStdout(), "hello\n");
}

TEST(TextOutput, SaysWhereItCannotWrite) {
    const test::TemporaryFolder folder;
    const auto refused = write_text(folder.path() / "none" / "a.csv", "x");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::unavailable);
    EXPECT_NE(refused.error().message.find("a.csv"), std::string::npos);
    EXPECT_EQ(check_writable(folder.path() / "none" / "a.mien").error().code, ErrorCode::unavailable);
    EXPECT_TRUE(check_writable(folder.path() / "a.mien"));
    EXPECT_TRUE(check_writable("a.mien"));
}

TEST(TextOutput, NoticesAFullDevice) {
    const auto refused = write_text("/dev/full", std::string(1'000'000, 'x'));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::unavailable);
}

} // namespace
} // namespace mien
