#include "app/distinct_paths.h"

#include <array>
#include <string>

#include "app/option_checks.h"
#include "base/file.h"
#include "tests/support/paths.h"

namespace mien {
namespace {

TEST(DistinctPaths, AnOutputIsNeverAnInputNotEvenThroughALink) {
    const test::TemporaryFolder folder;
    const std::string take = (folder.path() / "a.mien").string();
    const auto link = folder.path() / "link.csv";
    ASSERT_TRUE(write_file_atomically(take, "x"));
    std::filesystem::create_symlink(take, link);
    for (const auto& path : {std::filesystem::path(take), link}) {
        const auto checked = check_distinct(std::array{take}, std::array{NamedOutput{"--csv", path}});
        ASSERT_FALSE(checked);
        EXPECT_EQ(checked.error().code, ErrorCode::usage);
        EXPECT_NE(checked.error().message.find("--csv"), std::string::npos);
    }
}

TEST(DistinctPaths, TwoOutputsAreTwoFilesButDevicesMayServeTwice) {
    const std::array<std::string, 0> none{};
    const auto two = [&](const char* a, const char* b) {
        return check_distinct(none, std::array{NamedOutput{"-o", a}, NamedOutput{"--csv", b}}).has_value();
    };
    EXPECT_FALSE(two("new.csv", "./new.csv"));
    EXPECT_FALSE(two("-", "-"));
    EXPECT_TRUE(two("new.csv", "other.csv"));
    EXPECT_TRUE(two("/dev/null", "/dev/null"));
    EXPECT_TRUE(two("", ""));
}

TEST(NumberBetween, RefusesWhatIsNoNumberAndNotANumber) {
    const CLI::Validator check = number_between(0.5, 10);
    for (const char* wrong : {"nan", "NaN", "inf", "-inf", "0.4", "10.1", "x", ""})
        EXPECT_FALSE(check(wrong).empty()) << wrong;
    for (const char* right : {"0.5", "10", "1e0"}) EXPECT_TRUE(check(right).empty()) << right;
}

} // namespace
} // namespace mien
