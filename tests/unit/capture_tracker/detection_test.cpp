#include "capture/tracker/detection.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace mien {
namespace {

Detection face_at(float x, float y, float size, float score) {
    Detection face;
    face.score = score;
    face.centre_x = x;
    face.centre_y = y;
    face.width = size;
    face.height = size;
    for (Landmark& point : face.points) point = {x, y, 0};
    return face;
}

TEST(Anchors, AreCellCentresOfBothGridsRowByRow) {
    const auto anchors = make_anchors();
    EXPECT_FLOAT_EQ(anchors[0].x, 0.5F / 16);
    EXPECT_FLOAT_EQ(anchors[1].x, 0.5F / 16); // two in each cell
    EXPECT_FLOAT_EQ(anchors[2].x, 1.5F / 16);
    EXPECT_FLOAT_EQ(anchors[32].y, 1.5F / 16);
    EXPECT_FLOAT_EQ(anchors[512].x, 0.5F / 8);
    EXPECT_FLOAT_EQ(anchors[518].x, 1.5F / 8); // six in each cell
    EXPECT_FLOAT_EQ(anchors.back().x, 7.5F / 8);
    EXPECT_FLOAT_EQ(anchors.back().y, 7.5F / 8);
}

TEST(Decoding, AddsTheAnchorToCentreAndKeyPointsButNotToTheSize) {
    const auto anchors = make_anchors();
    std::vector<float> regressors(anchor_count * 16, 0.0F);
    std::vector<float> logits(anchor_count, -100.0F);
    const std::size_t i = 100;
    logits[i] = 2;
    float* row = regressors.data() + i * 16;
    row[0] = 12.8F; // centre x
    row[2] = 64;    // width
    row[3] = 32;
    row[4] = -6.4F; // first key point x
    const auto faces = decode_detections(regressors, logits, anchors, 128, 0.5F);
    ASSERT_EQ(faces.size(), 1U);
    EXPECT_FLOAT_EQ(faces[0].centre_x, anchors[i].x + 0.1F);
    EXPECT_FLOAT_EQ(faces[0].centre_y, anchors[i].y);
    EXPECT_FLOAT_EQ(faces[0].width, 0.5F);
    EXPECT_FLOAT_EQ(faces[0].height, 0.25F);
    EXPECT_FLOAT_EQ(faces[0].points[0].x, anchors[i].x - 0.05F);
    EXPECT_FLOAT_EQ(faces[0].score, 1 / (1 + std::exp(-2.0F)));
}

TEST(Decoding, DropsWhatIsNoNumberAndWhatHasNoSize) {
    const auto anchors = make_anchors();
    std::vector<float> regressors(anchor_count * 16, 0.0F);
    std::vector<float> logits(anchor_count, -100.0F);
    logits[3] = std::numeric_limits<float>::quiet_NaN();
    logits[4] = 5; // a box of size 0
    logits[5] = 5;
    regressors[5 * 16 + 2] = std::numeric_limits<float>::quiet_NaN();
    regressors[5 * 16 + 3] = 10;
    EXPECT_TRUE(decode_detections(regressors, logits, anchors, 128, 0.5F).empty());
}

TEST(Overlap, IsIntersectionOverUnion) {
    EXPECT_FLOAT_EQ(overlap(face_at(0, 0, 2, 1), face_at(0, 0, 2, 1)), 1);
    EXPECT_FLOAT_EQ(overlap(face_at(0, 0, 2, 1), face_at(1, 0, 2, 1)), 2.0F / 6);
    EXPECT_FLOAT_EQ(overlap(face_at(0, 0, 2, 1), face_at(5, 0, 2, 1)), 0);
}

TEST(Merging, AveragesOverlappingBoxesByTheirScoresAndKeepsTheBestScore) {
    const auto merged = merge_detections({face_at(10, 10, 10, 0.6F), face_at(11, 10, 10, 0.9F)});
    ASSERT_EQ(merged.size(), 1U);
    EXPECT_FLOAT_EQ(merged[0].score, 0.9F);
    EXPECT_NEAR(merged[0].centre_x, (10 * 0.6F + 11 * 0.9F) / 1.5F, 1e-4F);
    EXPECT_NEAR(merged[0].points[2].x, merged[0].centre_x, 1e-4F);
}

TEST(Merging, KeepsFacesThatAreApartBestFirst) {
    const auto merged =
        merge_detections({face_at(10, 10, 10, 0.6F), face_at(40, 10, 10, 0.8F), face_at(41, 10, 10, 0.7F)});
    ASSERT_EQ(merged.size(), 2U);
    EXPECT_FLOAT_EQ(merged[0].score, 0.8F);
    EXPECT_FLOAT_EQ(merged[1].score, 0.6F);
}

TEST(RegionOfADetection, IsOneAndAHalfBoxesTurnedAsTheEyes) {
    Detection face = face_at(100, 80, 40, 1);
    face.height = 30;
    face.points[Detection::right_eye] = {90, 70, 0};
    face.points[Detection::left_eye] = {110, 90, 0};
    const SquareRegion region = region_of(face);
    EXPECT_FLOAT_EQ(region.side, 60);
    EXPECT_FLOAT_EQ(region.rotation, std::atan2(1.0F, 1.0F));
    EXPECT_FLOAT_EQ(region.centre_x, 100);
}

} // namespace
} // namespace mien
