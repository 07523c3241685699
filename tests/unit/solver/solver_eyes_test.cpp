// Lids and gaze through the whole solver.
#include "solver/solver.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include "base/file.h"
#include "solver/eyes.h"
#include "solver_fixture.h"

namespace mien {
namespace {

using namespace test;

TEST_F(SolverTest, AFullLidClosureIsABlinkAndRestIsNone) {
    Solver solver = make();
    const auto frame = [&](int i) {
        test::SyntheticFace face = test::average_face(Scheme::mesh478);
        const bool blinking = i >= 60 && i < 66;
        shut(face, true, blinking);
        shut(face, false, blinking);
        return see(face, before_camera(), at(i / rate));
    };
    const auto solved = perform(solver, 90, frame);
    for (const ChannelIndex blink : {channel("eyeBlinkLeft"), channel("eyeBlinkRight")}) {
        EXPECT_LE(solved[50].calibrated.weights[blink], 0.05F);
        EXPECT_GE(solved[64].calibrated.weights[blink], 0.8F);
        EXPECT_LE(solved[85].calibrated.weights[blink], 0.05F);
    }
    EXPECT_EQ(solved[64].calibrated.weights[channel("eyeWideLeft")], 0);
    // A still head stays still (FAULTS A16, and DESIGN: a blink is no nod).
    for (const std::size_t i : {62U, 64U, 66U}) EXPECT_NEAR(solved[i].calibrated.head.pitch, 0, 1);
}

TEST_F(SolverTest, AWinkLeavesTheOtherEyeOpenAndTheGazeInPlace) {
    Solver solver = make();
    const auto solved = perform(solver, 90, [&](int i) {
        test::SyntheticFace face = test::average_face(Scheme::mesh478);
        shut(face, true, i >= 60 ? 1 : 0);
        return see(face, before_camera(), at(i / rate));
    });
    const Weights& w = solved[75].calibrated.weights;
    EXPECT_GE(w[channel("eyeBlinkLeft")], 0.8F);
    EXPECT_LE(w[channel("eyeBlinkRight")], 0.1F);
    for (ChannelIndex c = 0; c < channel_count; ++c)
        if (channel_names[c].starts_with("eyeLook")) {
            EXPECT_LE(w[c], 2.0F / 30) << channel_names[c];
        }
}

TEST_F(SolverTest, BothLidsFollowTheNearOneWhenTheHeadIsTurnedFar) {
    Solver solver = make();
    const auto solved = perform(solver, 100, [&](int i) {
        test::SyntheticFace face = test::average_face(Scheme::mesh478);
        shut(face, false, i >= 80 ? 1 : 0); // the near, right eye; the far one is not seen to shut
        return see(face, before_camera(std::min(36.0F, static_cast<float>(i))), at(i / rate));
    });
    EXPECT_GE(solved[95].calibrated.weights[channel("eyeBlinkRight")], 0.8F);
    EXPECT_GE(solved[95].calibrated.weights[channel("eyeBlinkLeft")], 0.8F);
}

TEST_F(SolverTest, ASymmetricFaceBlinksAlikeOnBothSidesAtAnyYaw) {
    for (const float yaw : {-25.0F, -12.0F, 12.0F, 25.0F}) {
        Solver solver = make();
        const auto solved = perform(solver, 70, [&](int i) {
            test::SyntheticFace face = test::average_face(Scheme::mesh478);
            const double amount = i > 60 ? 0.7 : 0;
            shut(face, true, amount);
            shut(face, false, amount);
            return see(face, before_camera(i < 40 ? 0 : yaw), at(i / rate));
        });
        const Weights& w = solved.back().calibrated.weights;
        EXPECT_NEAR(w[channel("eyeBlinkLeft")], w[channel("eyeBlinkRight")], 0.08) << yaw;
    }
}

TEST_F(SolverTest, AWinkOfTheLeftEyeIsNotSeenInTheRightOne) {
    const auto run = [&](double amount) {
        Solver solver = make({.neutral = SolverOptions::Interval{0, 0.5}});
        test::SyntheticFace face = test::average_face(Scheme::mesh478);
        std::vector<SolvedFrame> solved;
        for (int i = 0; i < 30; ++i) {
            test::SyntheticFace now = face;
            // The lids' gap measure alone: the upper and lower lid points of the left eye.
            if (i > 20) shut(now, true, amount);
            solved.push_back(solver.solve(see(now, before_camera(), at(i / rate))));
        }
        return solved.back().raw;
    };
    const FaceState plain = run(0);
    const FaceState winking = run(1);
    for (const ChannelIndex right :
         {channel("eyeBlinkRight"), channel("eyeWideRight"), channel("eyeLookDownRight"),
          channel("browDownRight"), channel("mouthSmileRight")})
        EXPECT_NEAR(plain.weights[right], winking.weights[right], 0.05) << channel_names[right];
    EXPECT_GE(winking.weights[channel("eyeBlinkLeft")], 0.8F);
}

TEST_F(SolverTest, TheLidMeasureOfOneEyeIsBitIdenticalWhateverTheOtherDoes) {
    const SchemeLayout& layout = *layout_of(Scheme::mesh478);
    const test::SyntheticFace open = test::average_face(Scheme::mesh478);
    test::SyntheticFace wink = open;
    shut(wink, true, 1);
    EXPECT_EQ(lid_closure(open.points, open.points, layout.right_eye, 0.25),
              lid_closure(wink.points, open.points, layout.right_eye, 0.25));
    EXPECT_GT(lid_closure(wink.points, open.points, layout.left_eye, 0.25), 0.9);
}

TEST_F(SolverTest, IrisMotionMovesTheGazeAndNothingElse) {
    Solver solver = make({.neutral = SolverOptions::Interval{0, 0.5}});
    const auto solved = perform(solver, 60, [&](int i) {
        test::SyntheticFace face = test::average_face(Scheme::mesh478);
        if (i > 20)
            for (int k = 468; k < 478; ++k) face.points(0, k) += 0.04; // to the performer's left
        return see(face, before_camera(), at(i / rate));
    });
    const FaceState& state = solved.back().calibrated;
    EXPECT_GE(state.weights[channel("eyeLookOutLeft")], 0.3F);
    EXPECT_GE(state.weights[channel("eyeLookInRight")], 0.3F);
    EXPECT_LE(state.weights[channel("eyeLookOutRight")], 0.05F);
    EXPECT_LE(largest(state.weights, {"eyeLook"}), 0.05F);
    EXPECT_NEAR(state.head.yaw, 0, 0.5);
}

} // namespace
} // namespace mien
