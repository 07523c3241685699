#include "capture/tracker/region_evidence.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace mien {
namespace {

RegionEvidence seen(float eyes, float brows, float mouth) {
    return {.eyes = {eyes, eyes}, .brows = {brows, brows}, .mouth = mouth};
}

constexpr Duration frame = Duration::from_ms(33);

TEST(RegionTrust, WhatIsUsualWithThisPerformerIsTrusted) {
    RegionTrust trust;
    for (int i = 0; i < 60; ++i) {
        const RegionQuality quality = trust.judge(seen(0.5F, 0.08F, 0.3F), {}, frame);
        EXPECT_EQ(quality, RegionQuality{}); // blond brows too
    }
}

TEST(RegionTrust, APartThatVanishesIsNotTrustedAndTheOthersAre) {
    RegionTrust trust;
    for (int i = 0; i < 60; ++i) (void)trust.judge(seen(0.5F, 0.3F, 0.4F), {}, frame);
    EXPECT_LT(trust.judge(seen(0.5F, 0.3F, 0.02F), {}, frame).mouth, 0.1F);
    EXPECT_EQ(trust.judge(seen(0.5F, 0.3F, 0.02F), {}, frame).eyes, 1);
    EXPECT_LT(trust.judge(seen(0.05F, 0.3F, 0.4F), {}, frame).eyes, 0.1F);
    EXPECT_LT(trust.judge(seen(0.5F, -0.1F, 0.4F), {}, frame).brows, 0.1F);
    // It stays so for seconds, and is right again at once.
    for (int i = 0; i < 150; ++i) (void)trust.judge(seen(0.5F, 0.3F, 0.02F), {}, frame);
    EXPECT_LT(trust.judge(seen(0.5F, 0.3F, 0.02F), {}, frame).mouth, 0.3F);
    EXPECT_EQ(trust.judge(seen(0.5F, 0.3F, 0.4F), {}, frame).mouth, 1);
}

TEST(RegionTrust, DarkGlassesAreNotTrustedFromTheFirstFrame) {
    RegionTrust trust;
    EXPECT_LT(trust.judge(seen(0.03F, 0.3F, 0.4F), {}, Duration{}).eyes, 0.1F);
}

TEST(RegionTrust, OneHiddenEyeIsEnoughUnlessTheHeadHidesIt) {
    RegionTrust trust;
    RegionEvidence evidence = seen(0.5F, 0.3F, 0.4F);
    (void)trust.judge(evidence, {}, frame);
    evidence.eyes[1] = 0;
    EXPECT_LT(trust.judge(evidence, {}, frame).eyes, 0.1F);
    evidence.yaw = -40; // the image's right side is turned away
    EXPECT_EQ(trust.judge(evidence, {}, frame).eyes, 1);
}

TEST(RegionTrust, NumbersThatAreNoneAreNotTrustedAndSpoilNothing) {
    RegionTrust trust;
    (void)trust.judge(seen(0.5F, 0.3F, 0.4F), {}, frame);
    const float nan = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(trust.judge(seen(nan, nan, nan), {}, frame).mouth, 0);
    EXPECT_EQ(trust.judge(seen(0.5F, 0.3F, 0.4F), {}, frame), RegionQuality{});
}

HiddenParts hidden(float eyes, float brows, float mouth) {
    return {.eyes = {eyes, eyes}, .brows = {brows, brows}, .mouth = mouth};
}

TEST(RegionTrust, WhatTheNetworkSaysIsHiddenIsNotTrustedFromTheFirstFrameOn) {
    for (const RegionEvidence& picture : {seen(0.5F, 0.3F, 0.4F), seen(0, 0, 0)}) {
        RegionTrust trust;
        EXPECT_EQ(trust.judge(picture, hidden(-3, -2, -4), Duration{}), RegionQuality{});
        EXPECT_EQ(trust.judge(picture, hidden(-3, -2, 4), frame).mouth, 0);
        EXPECT_EQ(trust.judge(picture, hidden(-3, -2, 4), frame).eyes, 1);
        EXPECT_EQ(trust.judge(picture, hidden(3, -2, -4), frame).eyes, 0);
        EXPECT_EQ(trust.judge(picture, hidden(-3, 3, -4), frame).brows, 0);
    }
}

// A beard or thick rims speak a little for a hidden mouth or hidden eyes, all the time.
TEST(RegionTrust, WhatTheNetworkFindsOddAboutThisPerformerBecomesUsual) {
    RegionTrust trust;
    for (int i = 0; i < 1000; ++i) (void)trust.judge(seen(0.5F, 0.3F, 0.4F), hidden(-3, -2, 1.4F), frame);
    EXPECT_GT(trust.judge(seen(0.5F, 0.3F, 0.4F), hidden(-3, -2, 1.5F), frame).mouth, 0.9F);
    EXPECT_EQ(trust.judge(seen(0.5F, 0.3F, 0.4F), hidden(-3, -2, 4), frame).mouth, 0);
}

TEST(RegionTrust, FewPixelsAreNoHand) {
    RegionEvidence small = seen(0.5F, 0.3F, 0.4F);
    small.detail = 0.5F;
    RegionTrust trust;
    EXPECT_EQ(trust.judge(small, hidden(2.4F, 2.4F, 2.4F), Duration{}), RegionQuality{});
    EXPECT_EQ(trust.judge(small, hidden(6, 2.4F, 6), frame).mouth, 0);
}

TEST(RegionTrust, AHandThatStaysForAMinuteIsStillOne) {
    RegionTrust trust;
    for (int i = 0; i < 1800; ++i) (void)trust.judge(seen(0.5F, 0.3F, 0.4F), hidden(-3, -2, 4), frame);
    EXPECT_LT(trust.judge(seen(0.5F, 0.3F, 0.4F), hidden(-3, -2, 4), frame).mouth, 0.1F);
    EXPECT_EQ(trust.judge(seen(0.5F, 0.3F, 0.4F), hidden(-3, -2, -4), frame).mouth, 1);
}

TEST(RegionTrust, OddsThatAreNoNumbersAreNotTrustedAndSpoilNothing) {
    RegionTrust trust;
    const float nan = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(trust.judge(seen(0.5F, 0.3F, 0.4F), hidden(nan, nan, nan), frame).mouth, 0);
    EXPECT_EQ(trust.judge(seen(0.5F, 0.3F, 0.4F), hidden(-3, -3, -3), frame), RegionQuality{});
}

/// A crop of 192 pixels in one colour, and points on a grid over it.
class EvidenceOfAPicture : public testing::Test {
protected:
    EvidenceOfAPicture() {
        for (std::size_t i = 0; i < points_.size(); ++i)
            points_[i] = {20 + static_cast<float>(i % 24) * 6, 20 + static_cast<float>(i / 24) * 7, 0};
    }
    /// Paints three by three pixels at a point.
    void paint(std::size_t point, float red, float green, float blue) {
        const auto x = static_cast<int>(points_[point].x);
        const auto y = static_cast<int>(points_[point].y);
        for (int dy = -1; dy <= 1; ++dy)
            for (int dx = -1; dx <= 1; ++dx) {
                float* pixel = &pixels_[static_cast<std::size_t>(((y + dy) * 192 + x + dx) * 3)];
                pixel[0] = red;
                pixel[1] = green;
                pixel[2] = blue;
            }
    }
    RegionEvidence evidence() {
        return region_evidence({pixels_.data(), 192, 192, 3, 192 * 3}, {96, 96, 192, 0}, points_);
    }
    std::vector<float> pixels_ = std::vector<float>(std::size_t{192} * 192 * 3, 0.5F);
    std::array<Landmark, 478> points_{};
};

TEST_F(EvidenceOfAPicture, PlainSkinShowsNothing) {
    const RegionEvidence nothing = evidence();
    for (const float value :
         {nothing.eyes[0], nothing.eyes[1], nothing.brows[0], nothing.brows[1], nothing.mouth})
        EXPECT_NEAR(value, 0, 1e-3);
    EXPECT_NEAR(nothing.skin, 0.5, 1e-3);
}

TEST_F(EvidenceOfAPicture, DarkIrisesAndRedLipsShow) {
    for (const std::size_t iris : {468U, 469U, 470U}) paint(iris, 0.1F, 0.1F, 0.1F);
    for (const std::size_t lip : {11U, 12U, 15U, 16U, 72U, 302U, 85U, 315U, 38U, 268U, 86U, 316U})
        paint(lip, 0.6F, 0.45F, 0.45F);
    EXPECT_GT(evidence().eyes[0], 0.5F);
    EXPECT_NEAR(evidence().eyes[1], 0, 1e-3); // the other eye is not painted
    EXPECT_GT(evidence().mouth, 0.3F);
}

TEST_F(EvidenceOfAPicture, PointsAnywhereOrNowhereAreSurvived) {
    for (const float bad : {-1e9F, 1e9F, std::numeric_limits<float>::quiet_NaN()}) {
        for (Landmark& point : points_) point = {bad, bad, bad};
        (void)evidence();
    }
}

} // namespace
} // namespace mien
