#include "solver/neutral.h"

#include <cmath>

#include <gtest/gtest.h>

namespace mien {
namespace {

Eigen::Matrix3Xd face(double value) {
    return Eigen::Matrix3Xd::Constant(3, 4, value);
}

Timestamp at(double seconds) {
    return Timestamp::from_seconds(seconds);
}

TEST(TypicalFace, AFewStrangeFramesDoNotCount) {
    std::vector<Eigen::Matrix3Xd> frames(20, face(1));
    frames[3] = face(100);
    frames[4] = face(-50);
    EXPECT_TRUE(typical_face(frames).isApprox(face(1)));
}

TEST(TypicalFace, OneFrameIsItself) {
    EXPECT_TRUE(typical_face({face(2)}).isApprox(face(2)));
}

TEST(AdaptiveNeutral, BeginsAtTheAveragePersonAndIsTheStrangerWithinASecond) {
    AdaptiveNeutral neutral(face(0));
    EXPECT_TRUE(neutral.points().isApprox(face(0)));
    for (int i = 0; i < 30; ++i) neutral.add(face(1), 2, at(i / 30.0));
    EXPECT_GT(neutral.points()(0, 0), 0.85);
}

TEST(AdaptiveNeutral, AHeldSmileIsNotTakenForRest) {
    AdaptiveNeutral neutral(face(0));
    double t = 0;
    for (int i = 0; i < 60; ++i) neutral.add(face(1), 1, at(t += 1 / 30.0));
    for (int i = 0; i < 900; ++i) neutral.add(face(3), 2.5, at(t += 1 / 30.0)); // half a minute of it
    EXPECT_NEAR(neutral.points()(0, 0), 1, 0.35);
}

TEST(AdaptiveNeutral, ARestFaceSeenAfterAnExpressionTakesOverAtOnce) {
    AdaptiveNeutral neutral(face(0));
    double t = 0;
    for (int i = 0; i < 90; ++i) neutral.add(face(3), 2.5, at(t += 1 / 30.0)); // begins with a smile
    for (int i = 0; i < 15; ++i) neutral.add(face(1), 0.8, at(t += 1 / 30.0));
    EXPECT_NEAR(neutral.points()(0, 0), 1, 0.3);
}

TEST(AdaptiveNeutral, AGapInTimeDoesNotMakeOneFrameCountForAll) {
    AdaptiveNeutral neutral(face(0));
    for (int i = 0; i < 60; ++i) neutral.add(face(1), 1, at(i / 30.0));
    neutral.add(face(5), 1, at(60));
    EXPECT_LT(neutral.points()(0, 0), 1.6);
}

} // namespace
} // namespace mien
