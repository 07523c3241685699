#include "app/stage_csv.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace mien {
namespace {

TEST(StageCsv, HasTheStagesOfEachChannelSideBySide) {
    const std::string header = stage_csv_header();
    EXPECT_TRUE(header.starts_with(
        "frame,t,tracked,quality,quality_eyes,quality_brows,quality_mouth,raw_head_x,calibrated_head_x,"));
    EXPECT_NE(header.find(",raw_jawOpen,calibrated_jawOpen,"), std::string::npos);
    FaceState raw;
    raw.tracked = true;
    raw.t = Timestamp::from_seconds(1.5);
    raw.head.x = 0.25f;
    FaceState calibrated = raw;
    calibrated.head.x = 0.5f;
    const std::string row = stage_csv_row(7, {.eyes = 1, .brows = 0.5f, .mouth = 0.25f}, raw, calibrated);
    EXPECT_TRUE(row.starts_with("7,1.500000,1,0,1,0.5,0.25,0.25,0.5,")) << row;
    EXPECT_EQ(std::count(row.begin(), row.end(), ','), std::count(header.begin(), header.end(), ','));
}

TEST(StageCsv, HasZerosWhereNothingIsTracked) {
    FaceState stale;
    stale.weights.fill(0.7f);
    const std::string row = stage_csv_row(0, {.eyes = 0.7f}, stale, stale);
    EXPECT_EQ(row.find("0.7"), std::string::npos);
}

} // namespace
} // namespace mien
