#include "solver/region_hold.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace mien {
namespace {

constexpr ChannelIndex jaw = channel("jawOpen");
constexpr ChannelIndex blink = channel("eyeBlinkLeft");
constexpr ChannelIndex brow = channel("browInnerUp");

FaceState state_at(int frame, float weight) {
    FaceState state;
    state.t = Timestamp::from_seconds(frame / 30.0);
    state.tracked = true;
    state.weights.fill(weight);
    return state;
}

TEST(RegionHold, WhatIsSeenPassesAsItIs) {
    RegionHold hold;
    for (int i = 0; i < 10; ++i) {
        const FaceState state = state_at(i, 0.1F * static_cast<float>(i));
        EXPECT_EQ(hold.apply(state, {}), state);
        EXPECT_EQ(hold.apply(state, {.eyes = 0.4F, .brows = 0.4F, .mouth = 0.4F}), state);
    }
}

TEST(RegionHold, AHiddenMouthIsHeldThenGoesToRestWhileTheEyesMoveOn) {
    RegionHold hold;
    (void)hold.apply(state_at(0, 0.6F), {});
    for (int i = 1; i <= 60; ++i) {
        const FaceState shown = hold.apply(state_at(i, 0.9F), {.mouth = 0.05F});
        EXPECT_EQ(shown.weights[blink], 0.9F);
        EXPECT_EQ(shown.weights[brow], 0.9F);
        if (i <= 14) {
            EXPECT_FLOAT_EQ(shown.weights[jaw], 0.6F) << i;
        }
        if (i == 30) {
            EXPECT_GT(shown.weights[jaw], 0.1F);
            EXPECT_LT(shown.weights[jaw], 0.5F);
        }
        if (i >= 46) {
            EXPECT_EQ(shown.weights[jaw], 0) << i;
        }
    }
}

TEST(RegionHold, AMouthThatComesBackDoesSoWithoutAJump) {
    RegionHold hold;
    (void)hold.apply(state_at(0, 0), {});
    for (int i = 1; i <= 10; ++i) (void)hold.apply(state_at(i, 1), {.mouth = 0});
    float before = 0;
    for (int i = 11; i <= 20; ++i) {
        const float now = hold.apply(state_at(i, 1), {}).weights[jaw];
        EXPECT_GE(now, before);
        EXPECT_LE(now, before + 0.15F);
        before = now;
    }
    EXPECT_EQ(before, 1);
}

TEST(RegionHold, EyesAndBrowsHaveTheirOwn) {
    RegionHold hold;
    (void)hold.apply(state_at(0, 0.5F), {});
    const FaceState shown = hold.apply(state_at(1, 0.9F), {.eyes = 0, .brows = 1, .mouth = 1});
    EXPECT_EQ(shown.weights[blink], 0.5F);
    EXPECT_EQ(shown.weights[brow], 0.9F);
    EXPECT_EQ(hold.apply(state_at(2, 0.2F), {.brows = 0}).weights[brow], 0.9F);
}

TEST(RegionHold, HiddenFromTheStartIsAtRest) {
    RegionHold hold;
    EXPECT_EQ(hold.apply(state_at(0, 0.9F), {.mouth = 0}).weights[jaw], 0);
}

TEST(RegionHold, AQualityThatIsNoNumberCountsAsHidden) {
    RegionHold hold;
    (void)hold.apply(state_at(0, 0.5F), {});
    const float nan = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(hold.apply(state_at(1, 0.9F), {.mouth = nan}).weights[jaw], 0.5F);
}

TEST(RegionHold, AResetForgetsWhatWasHeld) {
    RegionHold hold;
    (void)hold.apply(state_at(0, 0.5F), {});
    hold.reset();
    EXPECT_EQ(hold.apply(state_at(1, 0.9F), {.mouth = 0}).weights[jaw], 0);
}

} // namespace
} // namespace mien
