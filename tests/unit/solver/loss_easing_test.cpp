#include "solver/loss_easing.h"

#include <cmath>

#include <gtest/gtest.h>

namespace mien {
namespace {

constexpr ChannelIndex jaw = channel("jawOpen");

FaceState seen(double t, float weight = 1, float yaw = 20) {
    FaceState state;
    state.t = Timestamp::from_seconds(t);
    state.tracked = true;
    state.quality = 1;
    state.head = {.x = 0.1F, .y = 0, .z = -0.6F, .pitch = 0, .yaw = yaw, .roll = 0};
    state.weights[jaw] = weight;
    return state;
}

FaceState lost(double t) {
    FaceState state;
    state.t = Timestamp::from_seconds(t);
    return state;
}

TEST(LossEasing, HoldsEasesAndRestsAtTheTimesOfTheOptions) {
    LossEasing easing;
    for (int i = 0; i < 30; ++i) (void)easing.apply(seen(i / 30.0));
    EXPECT_EQ(easing.tracking_state(), TrackingState::ok);
    EXPECT_EQ(easing.apply(lost(1.0)).weights[jaw], 1);
    EXPECT_EQ(easing.apply(lost(1.45)).weights[jaw], 1);
    EXPECT_EQ(easing.tracking_state(), TrackingState::held);
    const FaceState half = easing.apply(lost(2.0));
    EXPECT_EQ(easing.tracking_state(), TrackingState::easing);
    EXPECT_NEAR(half.weights[jaw], 0.5, 0.02);
    EXPECT_NEAR(half.head.yaw, 10, 0.5);
    EXPECT_FALSE(half.tracked);
    const FaceState rest = easing.apply(lost(2.6));
    EXPECT_EQ(easing.tracking_state(), TrackingState::neutral);
    EXPECT_EQ(rest.weights, Weights{});
    EXPECT_EQ(rest.head.yaw, 0);
    EXPECT_EQ(rest.head.x, 0.1F) << "the head stays where it was lost";
}

TEST(LossEasing, ComesBackWithoutAJump) {
    LossEasing easing;
    (void)easing.apply(seen(0));
    (void)easing.apply(seen(1));
    for (int i = 1; i < 200; ++i) (void)easing.apply(lost(1 + i / 60.0));
    float last = 0;
    float last_yaw = 0;
    for (int i = 0; i < 60; ++i) {
        const FaceState shown = easing.apply(seen(5 + i / 60.0));
        EXPECT_LE(std::abs(shown.weights[jaw] - last), 0.11F) << i;
        EXPECT_LE(std::abs(shown.head.yaw - last_yaw), 2.2F) << i;
        last = shown.weights[jaw];
        last_yaw = shown.head.yaw;
    }
    EXPECT_EQ(last, 1);
    EXPECT_EQ(easing.tracking_state(), TrackingState::ok);
}

TEST(LossEasing, ATrackedStateShowsAsItIs) {
    LossEasing easing;
    (void)easing.apply(seen(0));
    const FaceState state = seen(1, 0.3F, -5);
    EXPECT_EQ(easing.apply(state), state);
}

TEST(LossEasing, WithoutAnyFaceItIsNeutral) {
    LossEasing easing;
    EXPECT_EQ(easing.apply(lost(0)).weights, Weights{});
    EXPECT_EQ(easing.tracking_state(), TrackingState::neutral);
}

TEST(LossEasing, RestsAtTheCentre) {
    LossEasing easing;
    easing.rest_at({.x = 0.01F, .y = 0.02F, .z = -0.5F, .pitch = 10, .yaw = 3, .roll = 0});
    (void)easing.apply(seen(0));
    (void)easing.apply(lost(0.1));
    const FaceState rest = easing.apply(lost(9));
    EXPECT_NEAR(rest.head.pitch, 10, 1e-4);
    EXPECT_EQ(rest.head.z, -0.5F);
}

TEST(LossEasing, AStateThatIsNotFiniteCountsAsLost) {
    LossEasing easing;
    (void)easing.apply(seen(0));
    (void)easing.apply(seen(1));
    FaceState broken = seen(1.1);
    broken.weights[jaw] = NAN;
    EXPECT_EQ(easing.apply(broken).weights[jaw], 1);
}

TEST(LossEasing, AStepBackInTimeStartsAnew) {
    LossEasing easing;
    (void)easing.apply(seen(100));
    const FaceState shown = easing.apply(lost(0));
    EXPECT_EQ(shown.weights, Weights{});
    EXPECT_EQ(easing.tracking_state(), TrackingState::neutral);
}

} // namespace
} // namespace mien
