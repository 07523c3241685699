// A face that is followed: turns, hands, leaving and coming back.
#include <algorithm>
#include <cmath>

#include <malloc.h>

#include "tests/tracking/tracking_test.h"

namespace mien::test {
namespace {

class Following : public TrackingTest {
protected:
    Image turned(float yaw) {
        Image picture = room();
        place(picture, studio().picture({}, yaw), {});
        return picture;
    }
};

TEST_F(Following, ATurnTo60DegreesIsFollowedWithoutAFlip) {
    for (const float side : {1.0F, -1.0F}) {
        use();
        float before = 0;
        for (int i = 0; i <= 24; ++i) {
            const float yaw = side * 2.5F * static_cast<float>(i);
            const SolvedFrame solved = solve(turned(yaw));
            ASSERT_TRUE(solved.raw.tracked) << yaw;
            EXPECT_NEAR(solved.raw.head.yaw, yaw, 14) << yaw;
            EXPECT_LT(std::abs(solved.raw.head.yaw - before), 8) << yaw;
            EXPECT_LT(std::abs(solved.raw.head.roll), 15) << yaw;
            before = solved.raw.head.yaw;
        }
    }
}

TEST_F(Following, AProfileHasALowerQualityThanAFront) {
    const float front = track(turned(0)).quality;
    for (int i = 1; i <= 20; ++i) (void)track(turned(3.5F * static_cast<float>(i)));
    EXPECT_LT(last().quality, 0.8F * front);
}

// What a hand of the skin's own colour hides is held; the eyes go on.
TEST_F(Following, AHandOverTheMouthIsNoticedAndTheMouthHeld) {
    Weights smile{};
    smile[channel("mouthSmileLeft")] = smile[channel("mouthSmileRight")] = 1;
    Image smiling = room();
    place(smiling, studio().picture(smile), {});
    for (int i = 0; i < 30; ++i) (void)solve(head_at({}));
    SolvedFrame seen;
    for (int i = 0; i < 20; ++i) seen = solve(smiling);
    const float shown = seen.calibrated.weights[channel("mouthSmileLeft")];
    EXPECT_GT(shown, 0.3F);
    EXPECT_GT(last().regions.mouth, 0.7F);
    const FaceBox box = box_of(last());
    const Landmark lips = last().points[13];
    Image hidden = smiling;
    const auto cheek = hidden.row(static_cast<int>(lips.y - box.width / 3))
                           .subspan(static_cast<std::size_t>(lips.x + box.width / 4) * 3, 3);
    cover(hidden, lips.x, lips.y + box.width * 0.1F, box.width * 0.42F, box.width * 0.3F,
          {cheek[0], cheek[1], cheek[2]});
    for (int i = 0; i < 10; ++i) {
        const SolvedFrame covered = solve(hidden);
        ASSERT_TRUE(covered.raw.tracked) << i;
        EXPECT_LT(last().regions.mouth, 0.35F) << i;
        EXPECT_GT(last().regions.eyes, 0.5F) << i;
        EXPECT_NEAR(covered.calibrated.weights[channel("mouthSmileLeft")], shown, 0.15) << i;
    }
    for (int i = 0; i < 10; ++i) seen = solve(smiling);
    EXPECT_GT(last().regions.mouth, 0.7F);
}

TEST_F(Following, AFaceThatLeavesAndComesBackIsThereWithinThreeTenthsOfASecond) {
    int trials = 0;
    for (const float x : {120.0F, 320.0F, 540.0F}) {
        for (const int away : {5, 40, 90}) {
            use();
            for (int i = 0; i < 10; ++i) ASSERT_TRUE(track(head_at({.x = 320})).tracked);
            for (int i = 0; i < away; ++i) EXPECT_FALSE(track(room()).tracked);
            int frames = 1;
            while (frames < 30 && !track(head_at({.x = x})).tracked) ++frames;
            EXPECT_LE(frames, 9) << "at " << x << " after " << away << " frames";
            ++trials;
        }
    }
    EXPECT_EQ(trials, 9);
}

TEST_F(Following, ACutToAnotherPlaceIsFollowedWithinThreeTenthsOfASecond) {
    for (int i = 0; i < 10; ++i) ASSERT_TRUE(track(head_at({.x = 160})).tracked);
    int frames = 1;
    while (frames < 30 &&
           (!track(head_at({.x = 470, .scale = 0.5F})).tracked || std::abs(box_of(last()).x - 470) > 40))
        ++frames;
    EXPECT_LE(frames, 9);
}

// Whatever is kept of a lost face must go with it: what is held after a hundred cycles is held after a
// thousand.
TEST_F(Following, AThousandLossesInARowEachEndAtOnceAndLeakNothing) {
    const Image there = head_at({});
    const Image gone = room();
    int found = 0;
    std::size_t held = 0;
    for (int i = 0; i < 1000; ++i) {
        (void)solve(gone);
        found += solve(there).raw.tracked ? 1 : 0;
        if (i == 100) held = mallinfo2().uordblks;
    }
    EXPECT_EQ(found, 1000);
    EXPECT_LT(mallinfo2().uordblks, held + 16384); // 18 bytes a cycle
}

} // namespace
} // namespace mien::test
