// Archives whole, cut and telling lies. What deflated entries give is tested with OBJ sets.
#include "base/zip_archive.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/zip_bytes.h"

namespace mien {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(ZipArchive, ListsFilesAndGivesTheirContents) {
    const auto bytes = test::zip_bytes({{"a\\b.txt", "abc"}, {"folder/", ""}, {"c", ""}}, "a comment");
    ASSERT_TRUE(looks_like_zip(bytes));
    const auto archive = ZipArchive::open(bytes);
    ASSERT_TRUE(archive) << archive.error().message;
    ASSERT_EQ(archive->entries().size(), 2U) << "folders are not listed";
    EXPECT_EQ(archive->entries()[0].name, "a/b.txt");
    EXPECT_THAT(*archive->extract(archive->entries()[0], 3), ElementsAre('a', 'b', 'c'));
    EXPECT_THAT(*archive->packed(archive->entries()[0]), ElementsAre('a', 'b', 'c'));
    EXPECT_THAT(archive->extract(archive->entries()[0], 2).error().message, HasSubstr("too much"));
    EXPECT_TRUE(archive->extract(archive->entries()[1], 0)->empty());
}

TEST(ZipArchive, CutAtAnyLengthIsRefused) {
    const auto whole = test::zip_bytes({{"neutral.obj", "v 0 0 0"}, {"jawOpen.obj", "v 0 -1 0"}});
    for (std::size_t length = 0; length < whole.size(); ++length)
        EXPECT_FALSE(ZipArchive::open({whole.data(), length})) << length;
}

TEST(ZipArchive, EntriesThatLieAreRefused) {
    const auto bytes =
        test::zip_bytes({{"stored", "abc", 0, 4}, {"packed", "abc", 8, 3}, {"other", "abc", 12}});
    const auto archive = ZipArchive::open(bytes);
    ASSERT_TRUE(archive);
    EXPECT_THAT(archive->extract(archive->entries()[0], 100).error().message, HasSubstr("size"));
    EXPECT_THAT(archive->extract(archive->entries()[1], 100).error().message, HasSubstr("damaged"));
    EXPECT_THAT(archive->extract(archive->entries()[2], 100).error().message, HasSubstr("method 12"));
}

} // namespace
} // namespace mien
