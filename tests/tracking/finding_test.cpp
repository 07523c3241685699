// A face is found in the first frame that shows it, and where there is none nothing is.
#include <array>
#include <cmath>

#include "tests/tracking/tracking_test.h"

namespace mien::test {
namespace {

class Finding : public TrackingTest {};

TEST_F(Finding, ATiltedFaceIsFoundAtOnceAndUpright) {
    for (const float turn : {0.0F, 25.0F, -25.0F, 45.0F, -45.0F}) {
        SCOPED_TRACE(turn);
        use();
        const SolvedFrame solved = solve(head_at({.turn = turn}));
        ASSERT_TRUE(solved.raw.tracked);
        EXPECT_NEAR(solved.raw.head.roll, -turn, 8);
        EXPECT_NEAR(box_of(last()).x, 320, 40);
    }
}

TEST_F(Finding, ASmallFaceIsFoundAtOnce) {
    for (const Placement& there :
         {Placement{.x = 120, .y = 120, .scale = 0.26F}, Placement{.x = 500, .y = 330, .scale = 0.26F}}) {
        use();
        ASSERT_TRUE(track(head_at(there)).tracked);
        const FaceBox box = box_of(last());
        EXPECT_NEAR(box.width, 60, 15);
        EXPECT_NEAR(box.x, there.x, 20);
    }
}

TEST_F(Finding, DarkSkinAndDimLightAreNoHindrance) {
    struct Case {
        const char* name;
        std::array<float, 3> tint;
        float brightness;
        float side;
    };
    for (const Case& c : {Case{"dark skin", {0.4F, 0.3F, 0.25F}, 1, 0}, Case{"dim", {1, 1, 1}, 0.12F, 0},
                          Case{"dark skin in dim light", {0.45F, 0.35F, 0.3F}, 0.35F, 0},
                          Case{"light from the side", {1, 1, 1}, 0.9F, 0.85F}}) {
        SCOPED_TRACE(c.name);
        use();
        Image picture = head_at({.tint = c.tint});
        light(picture, c.brightness, c.side);
        add_noise(picture, 4, 1);
        EXPECT_TRUE(track(std::move(picture)).tracked);
        EXPECT_NEAR(box_of(last()).x, 320, 30);
    }
}

TEST_F(Finding, DarknessLowersTheQuality) {
    const float bright = track(head_at({})).quality;
    use();
    Image dim = head_at({});
    light(dim, 0.08F);
    ASSERT_TRUE(track(std::move(dim)).tracked);
    EXPECT_LT(last().quality, 0.8F * bright);
}

TEST_F(Finding, WhatIsNoFaceIsNoGhost) {
    std::vector<Image> pictures;
    pictures.push_back(room());
    pictures.push_back(room()); // a lamp with two glowing bulbs and its shade
    cover(pictures.back(), 320, 200, 120, 150, {230, 200, 150});
    cover(pictures.back(), 280, 180, 18, 14, {255, 255, 230});
    cover(pictures.back(), 360, 180, 18, 14, {255, 255, 230});
    Image title(640, 480, PixelFormat::rgb8); // bars like letters
    for (int i = 0; i < 9; ++i)
        cover(title, 80 + 60 * static_cast<float>(i), 240, 14, 40 + 10 * static_cast<float>(i % 3),
              {255, 80, 60});
    pictures.push_back(std::move(title));
    Image back_of_the_head = room();
    place(back_of_the_head, studio().picture({}, 180), {});
    pictures.push_back(std::move(back_of_the_head));
    for (std::size_t i = 0; i < pictures.size(); ++i) {
        use();
        for (int repeat = 0; repeat < 12; ++repeat)
            EXPECT_FALSE(track(pictures[i]).tracked) << "picture " << i;
    }
}

} // namespace
} // namespace mien::test
