#include "app/statistics.h"

#include <gtest/gtest.h>

namespace mien {
namespace {

TEST(Percentile, IsOfSortedValues) {
    EXPECT_EQ(percentile({3, 1, 2}, 0.5), 2);
    EXPECT_EQ(percentile({4, 1, 2, 3}, 0.5), 2.5);
    EXPECT_EQ(percentile({1, 9}, 1), 9);
    EXPECT_EQ(percentile({1, 9}, 0), 1);
    EXPECT_EQ(percentile({5}, 0.95), 5);
    EXPECT_EQ(percentile({}, 0.5), 0);
}

TEST(StageTable, LeavesOutStagesWithoutValues) {
    const std::string table = stage_table({{"decode", {1.0, 2.0, 3.0}}, {"overlay", {}}});
    EXPECT_NE(table.find("decode"), std::string::npos);
    EXPECT_NE(table.find("2.000"), std::string::npos);
    EXPECT_EQ(table.find("overlay"), std::string::npos);
}

TEST(PeakMemory, IsMoreThanNothing) {
    EXPECT_GT(peak_memory_mb(), 1);
}

} // namespace
} // namespace mien
