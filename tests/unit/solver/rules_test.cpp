#include "solver/rules.h"

#include <random>

#include <gtest/gtest.h>

namespace mien {
namespace {

FaceState state_at(double t) {
    FaceState state;
    state.t = Timestamp::from_seconds(t);
    state.tracked = true;
    return state;
}

RuleOptions without_dead_zone() {
    RuleOptions options;
    options.dead_zone = 0;
    return options;
}

TEST(Rules, MouthCloseNeverExceedsJawOpenOnAnyInput) {
    std::mt19937 random(1);
    Rules rules;
    for (int i = 0; i < 1000; ++i) {
        FaceState state = state_at(i / 30.0);
        for (float& weight : state.weights) weight = static_cast<float>(random() % 1001) / 1000;
        const Weights& w = rules.apply(state).weights;
        EXPECT_LE(w[channel("mouthClose")], w[channel("jawOpen")]);
        for (const float weight : w) {
            EXPECT_GE(weight, 0);
            EXPECT_LE(weight, 1);
        }
    }
}

TEST(Rules, WideIsZeroWhileBlinkingAndOnlyThere) {
    Rules rules(without_dead_zone());
    FaceState state = state_at(0);
    state.weights[channel("eyeWideLeft")] = 0.8F;
    state.weights[channel("eyeWideRight")] = 0.8F;
    state.weights[channel("eyeBlinkLeft")] = 0.5F;
    const Weights w = rules.apply(state).weights;
    EXPECT_EQ(w[channel("eyeWideLeft")], 0);
    EXPECT_EQ(w[channel("eyeWideRight")], 0.8F);
}

TEST(Rules, TheFarLidFollowsTheNearOneOnlyWhenTheHeadIsTurned) {
    for (const float yaw : {0.0F, 15.0F, 36.0F, -36.0F}) {
        Rules rules(without_dead_zone());
        FaceState state = state_at(0);
        state.head.yaw = yaw;
        state.weights[channel("eyeBlinkRight")] = 1;
        const Weights w = rules.apply(state).weights;
        EXPECT_EQ(w[channel("eyeBlinkLeft")], yaw > 30 ? 1 : 0) << yaw;
        EXPECT_EQ(w[channel("eyeBlinkRight")], yaw < -30 ? 0 : 1) << yaw;
    }
}

TEST(Rules, BothEyesLookTheSameWay) {
    Rules rules(without_dead_zone());
    FaceState state = state_at(0);
    state.weights[channel("eyeLookOutLeft")] = 0.6F;
    state.weights[channel("eyeLookInRight")] = 0.2F;
    const Weights w = rules.apply(state).weights;
    EXPECT_FLOAT_EQ(w[channel("eyeLookOutLeft")], 0.4F);
    EXPECT_FLOAT_EQ(w[channel("eyeLookInRight")], 0.4F);
    RuleOptions crossed = without_dead_zone();
    crossed.shared_gaze = false;
    EXPECT_EQ(Rules(crossed).apply(state).weights[channel("eyeLookOutLeft")], 0.6F);
}

TEST(Rules, EyesThatAreClearlyCrossedStaySo) {
    FaceState state = state_at(0);
    state.weights[channel("eyeLookInLeft")] = 0.8F;
    state.weights[channel("eyeLookInRight")] = 0.6F;
    Rules rules(without_dead_zone());
    const Weights w = rules.apply(state).weights;
    // Together 0.1 to the right; each eye 0.7 from that, less the 0.2 that noise does.
    EXPECT_NEAR(w[channel("eyeLookInLeft")], 0.6F, 0.001F);
    EXPECT_NEAR(w[channel("eyeLookInRight")], 0.4F, 0.001F);
}

TEST(Rules, TheGazeHoldsWhileTheEyesAreShutAndEasesAfterwards) {
    Rules rules(without_dead_zone());
    const auto apply = [&](int frame, float blink, float look) {
        FaceState state = state_at(frame / 30.0);
        state.weights[channel("eyeBlinkLeft")] = blink;
        state.weights[channel("eyeBlinkRight")] = blink;
        state.weights[channel("eyeLookOutLeft")] = look;
        state.weights[channel("eyeLookInRight")] = look;
        return rules.apply(state).weights[channel("eyeLookOutLeft")];
    };
    for (int i = 0; i < 10; ++i) (void)apply(i, 0, 0.2F);
    for (int i = 10; i < 20; ++i) EXPECT_NEAR(apply(i, 0.95F, 0.9F), 0.2F, 1e-5) << "shut eyes show nothing";
    float last = 0.2F;
    for (int i = 20; i < 32; ++i) {
        const float now = apply(i, 0, 0.9F);
        EXPECT_LE(now - last, 8.0F / 30) << i;
        last = now;
    }
    EXPECT_NEAR(last, 0.9F, 0.02);
}

TEST(Rules, TheDeadZoneTakesWhatIsSmallAndKeepsTheEnd) {
    RuleOptions options;
    options.dead_zone = 0.03;
    Rules rules(options);
    FaceState state = state_at(0);
    state.weights[channel("jawOpen")] = 1;
    state.weights[channel("cheekPuff")] = 0.02F;
    const Weights w = rules.apply(state).weights;
    EXPECT_FLOAT_EQ(w[channel("jawOpen")], 1);
    EXPECT_EQ(w[channel("cheekPuff")], 0);
}

} // namespace
} // namespace mien
