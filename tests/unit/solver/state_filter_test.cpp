#include "solver/state_filter.h"

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "solver/head_rotation.h"
#include "solver/one_euro.h"

namespace mien {
namespace {

constexpr double pi = 3.14159265358979;

Timestamp at(double seconds) {
    return Timestamp::from_seconds(seconds);
}

FaceState state_at(double t) {
    FaceState state;
    state.t = at(t);
    state.tracked = true;
    state.head.z = -0.6F;
    return state;
}

TEST(OneEuro, AStepInTimeDoesNotDependOnTheRate) {
    // The same slow sine through 24, 30 and 60 Hz agrees at common times (FAULTS B16).
    const auto run = [](double rate) {
        OneEuroFilter filter({.min_cutoff = 1, .beta = 1.5, .speed_cutoff = 1});
        double value = 0;
        for (int i = 0; i <= static_cast<int>(rate) * 4; ++i)
            value = filter.filter(0.5 + 0.5 * std::sin(i / rate * 2), at(i / rate));
        return value;
    };
    EXPECT_NEAR(run(24), run(60), 0.02);
    EXPECT_NEAR(run(30), run(60), 0.02);
}

TEST(OneEuro, WhatIsNotFiniteIsIgnored) {
    OneEuroFilter filter({.min_cutoff = 1});
    (void)filter.filter(0.5, at(0));
    EXPECT_EQ(filter.filter(std::numeric_limits<double>::quiet_NaN(), at(0.03)), 0.5);
    EXPECT_EQ(filter.filter(std::numeric_limits<double>::infinity(), at(0.06)), 0.5);
    EXPECT_NEAR(filter.filter(0.5, at(0.1)), 0.5, 1e-12);
}

TEST(OneEuro, AStepBackInTimeOrAGapStartsAnew) {
    OneEuroFilter filter({.min_cutoff = 0.1});
    (void)filter.filter(0, at(10));
    EXPECT_EQ(filter.filter(1, at(9)), 1);
    EXPECT_LT(filter.filter(0.5, at(9.03)), 1);
    EXPECT_EQ(filter.filter(0.25, at(12)), 0.25);
}

TEST(OneEuro, TheSameTimeTwiceIsNoDivisionByZero) {
    OneEuroFilter filter({.min_cutoff = 1});
    (void)filter.filter(0.2, at(1));
    EXPECT_EQ(filter.filter(0.9, at(1)), 0.2);
}

TEST(StateFilter, ATurnOfTwentyDegreesReachesFourFifthsInTwoFrames) {
    StateFilter filter;
    for (int i = 0; i < 60; ++i) (void)filter.filter(state_at(i / 30.0));
    FaceState state = state_at(2);
    state.head.yaw = 20;
    (void)filter.filter(state);
    state.t = at(2 + 1 / 30.0);
    EXPECT_GE(filter.filter(state).head.yaw, 16);
}

TEST(StateFilter, ABlinkOfATenthOfASecondKeepsItsSize) {
    StateFilter filter;
    for (int i = 0; i < 60; ++i) (void)filter.filter(state_at(i / 30.0));
    float peak = 0;
    for (int i = 0; i < 10; ++i) {
        FaceState state = state_at(2 + i / 30.0);
        const double phase = i / 3.0; // shut and open again within three frames and a bit
        const auto blink = static_cast<float>(phase < 1.2 ? std::sin(phase / 1.2 * pi) : 0);
        state.weights[channel("eyeBlinkLeft")] = std::min(1.0F, 1.15F * blink);
        peak = std::max(peak, filter.filter(state).weights[channel("eyeBlinkLeft")]);
    }
    EXPECT_GE(peak, 0.9F);
}

TEST(StateFilter, NoiseOfAStillHeadIsCalmed) {
    StateFilter filter;
    std::mt19937 random(3);
    const auto noise = [&random] {
        return static_cast<float>(static_cast<double>(random()) / 4294967296.0 - 0.5) * 3.46F;
    };
    double sum = 0;
    double squares = 0;
    int count = 0;
    for (int i = 0; i < 600; ++i) {
        FaceState state = state_at(i / 30.0);
        state.head.yaw = 0.3F * noise();
        const float yaw = filter.filter(state).head.yaw;
        if (i < 60) continue;
        sum += yaw;
        squares += yaw * yaw;
        ++count;
    }
    const double mean = sum / count;
    EXPECT_LE(std::sqrt(squares / count - mean * mean), 0.15);
}

// FAULTS B16: a performance seen 24, 30 or 60 times a second looks the same.
TEST(StateFilter, TheSamePerformanceAtAnyFrameRateAgreesAtCommonTimes) {
    const auto at_rate = [](int rate) {
        StateFilter filter;
        std::vector<FaceState> common; // every half second
        for (int i = 0; i <= 10 * rate; ++i) {
            const double t = static_cast<double>(i) / rate;
            FaceState state = state_at(t);
            for (ChannelIndex c = 0; c < channel_count; ++c)
                state.weights[c] =
                    0.5F + 0.3F * static_cast<float>(std::sin((1 + 0.01 * static_cast<double>(c)) * t));
            state.head.yaw = 15 * static_cast<float>(std::sin(1.5 * t));
            const FaceState shown = filter.filter(state);
            if (2 * i % rate == 0) common.push_back(shown);
        }
        return common;
    };
    const auto at_24 = at_rate(24);
    const auto at_30 = at_rate(30);
    const auto at_60 = at_rate(60);
    ASSERT_EQ(at_24.size(), 21U);
    for (std::size_t i = 2; i < at_24.size(); ++i) {
        for (ChannelIndex c = 0; c < channel_count; ++c) {
            EXPECT_NEAR(at_24[i].weights[c], at_60[i].weights[c], 0.02) << channel_names[c];
            EXPECT_NEAR(at_30[i].weights[c], at_60[i].weights[c], 0.02) << channel_names[c];
        }
        EXPECT_NEAR(at_24[i].head.yaw, at_60[i].head.yaw, 0.6);
        EXPECT_NEAR(at_30[i].head.yaw, at_60[i].head.yaw, 0.6);
    }
}

/// How much of a step of `channel` is shown two frames after it, and how much of a tremble of 0.02 is left.
struct Response {
    double step;
    double tremble;
};
Response response(const Calm& calm, ChannelIndex i) {
    StateFilter filter(calm);
    std::mt19937 random(5);
    double squares = 0;
    for (int k = 0; k < 300; ++k) {
        FaceState state = state_at(k / 30.0);
        state.weights[i] = 0.3F + (static_cast<double>(random()) > 2147483648.0 ? 0.02F : -0.02F);
        const double off = filter.filter(state).weights[i] - 0.3;
        if (k >= 100) squares += off * off / 200;
    }
    FaceState state = state_at(10);
    state.weights[i] = 1;
    (void)filter.filter(state);
    state.t = at(10 + 1 / 30.0);
    return {(filter.filter(state).weights[i] - 0.3) / 0.7, std::sqrt(squares)};
}

TEST(StateFilter, EachGroupHasItsOwnCalm) {
    struct Case {
        float Calm::*group;
        ChannelIndex own;
        ChannelIndex other;
    };
    for (const Case& c : {Case{&Calm::lids, channel("eyeBlinkLeft"), channel("eyeLookInLeft")},
                          Case{&Calm::gaze, channel("eyeLookInLeft"), channel("eyeBlinkLeft")},
                          Case{&Calm::brows, channel("browInnerUp"), channel("eyeBlinkRight")},
                          Case{&Calm::mouth, channel("jawOpen"), channel("browDownLeft")},
                          Case{&Calm::mouth, channel("cheekPuff"), channel("eyeBlinkLeft")}}) {
        SCOPED_TRACE(channel_names[c.own]);
        Calm calm;
        const Response usual = response(calm, c.own);
        const Response other = response(calm, c.other);
        calm.*c.group = 0;
        EXPECT_GT(response(calm, c.own).step, usual.step);
        EXPECT_GT(response(calm, c.own).tremble, usual.tremble);
        EXPECT_EQ(response(calm, c.other).step, other.step);
        calm.*c.group = 1;
        EXPECT_LT(response(calm, c.own).step, usual.step);
        EXPECT_LT(response(calm, c.own).tremble, 0.5 * usual.tremble);
        EXPECT_EQ(response(calm, c.other).tremble, other.tremble);
    }
}

TEST(StateFilter, TheHeadHasItsOwnCalmWhichMayChangeWithoutAJump) {
    StateFilter filter;
    FaceState state = state_at(0);
    (void)filter.filter(state);
    state.head.yaw = 10;
    state.t = at(1 / 30.0);
    const float before = filter.filter(state).head.yaw;
    filter.set({.head = 1});
    state.t = at(2 / 30.0);
    const float after = filter.filter(state).head.yaw;
    EXPECT_GE(after, before);
    EXPECT_LT(after, before + 2);
    filter.set({.head = 0});
    state.t = at(3 / 30.0);
    EXPECT_GT(filter.filter(state).head.yaw, 9);
    filter.reset(); // forgets the motion, not the calm
    state = state_at(1);
    (void)filter.filter(state);
    state.head.yaw = 10;
    state.t = at(1 + 1 / 30.0);
    EXPECT_GT(filter.filter(state).head.yaw, 8);
}

TEST(StateFilter, DepthDoesNotLeapFasterThanAHeadMoves) {
    StateFilter filter;
    for (int i = 0; i < 30; ++i) (void)filter.filter(state_at(i / 30.0));
    FaceState state = state_at(1);
    state.head.z = -0.3F;
    EXPECT_LE(filter.filter(state).head.z, -0.6F + 1.5F / 30 + 1e-4F);
}

TEST(StateFilter, NearASemicircleTheHeadTakesTheShortWay) {
    StateFilter filter;
    FaceState state = state_at(0);
    state.head.yaw = 179;
    (void)filter.filter(state);
    state.t = at(1 / 30.0);
    state.head.yaw = -179;
    EXPECT_GT(std::abs(filter.filter(state).head.yaw), 178.9);
}

} // namespace
} // namespace mien
