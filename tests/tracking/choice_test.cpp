// Which of several faces is followed.
#include <algorithm>
#include <cmath>

#include "tests/tracking/tracking_test.h"

namespace mien::test {
namespace {

class Choice : public TrackingTest {
protected:
    /// Three faces, from the left: middling, small, large.
    static Image three() {
        Image picture = room(960, 480);
        place(picture, head(), {.x = 170, .y = 240, .scale = 0.5F});
        place(picture, head(), {.x = 430, .y = 200, .scale = 0.4F, .tint = {0.6F, 0.45F, 0.4F}});
        place(picture, head(), {.x = 730, .y = 240, .scale = 0.65F, .tint = {0.9F, 0.8F, 0.7F}});
        return picture;
    }
    static constexpr std::array<float, 3> places = {170, 430, 730};
};

TEST_F(Choice, GoesBySideBySizeOrByNumberFromTheLeft) {
    struct Case {
        TrackerOptions options;
        std::size_t which;
    };
    for (const Case& c :
         {Case{{.face = FaceChoice::left}, 0}, Case{{.face = FaceChoice::right}, 2},
          Case{{.face = FaceChoice::largest}, 2}, Case{{.face = FaceChoice::numbered, .number = 1}, 0},
          Case{{.face = FaceChoice::numbered, .number = 2}, 1},
          Case{{.face = FaceChoice::numbered, .number = 3}, 2}}) {
        use(c.options);
        ASSERT_TRUE(track(three()).tracked);
        EXPECT_NEAR(box_of(last()).x, places[c.which], 30);
        for (int i = 0; i < 5; ++i) (void)track(three());
        EXPECT_NEAR(box_of(last()).x, places[c.which], 30);
    }
}

TEST_F(Choice, WhoIsPointedAtIsFollowedAtOnceAndFromThenOn) {
    use();
    ASSERT_TRUE(track(three()).tracked);
    for (const std::size_t which : {1U, 0U, 2U, 1U}) {
        point_at(places[which] + 20, which == 1 ? 190 : 250);
        for (int i = 0; i < 5; ++i) {
            ASSERT_TRUE(track(three()).tracked);
            EXPECT_NEAR(box_of(last()).x, places[which], 30) << which;
        }
    }
}

TEST_F(Choice, PointingAtNobodyChangesNothing) {
    use({.face = FaceChoice::right});
    ASSERT_TRUE(track(three()).tracked);
    for (const float x : {-1e9F, 5.0F, 580.0F, 1e9F}) {
        point_at(x, 460);
        ASSERT_TRUE(track(three()).tracked);
        EXPECT_NEAR(box_of(last()).x, places[2], 30) << x;
    }
    point_at(std::nanf(""), 240);
    ASSERT_TRUE(track(three()).tracked);
    EXPECT_NEAR(box_of(last()).x, places[2], 30);
}

TEST_F(Choice, OfAFaceThatIsNotThereIsNone) {
    use({.face = FaceChoice::numbered, .number = 4});
    for (int i = 0; i < 5; ++i) EXPECT_FALSE(track(three()).tracked);
}

// The performer, before the other, goes from the left to the right while the other goes to the left.
TEST_F(Choice, FacesThatCrossKeepThePerformer) {
    for (const float other_size : {0.45F, 0.6F}) {
        SCOPED_TRACE(other_size);
        use({.face = FaceChoice::left});
        for (int i = 0; i <= 60; ++i) {
            const float share = static_cast<float>(i) / 60;
            const float ours = 160 + 320 * share;
            Image picture = room();
            place(picture, head(),
                  {.x = 480 - 320 * share, .y = 235, .scale = other_size, .tint = {0.6F, 0.45F, 0.4F}});
            place(picture, head(), {.x = ours, .y = 245, .scale = 0.5F});
            ASSERT_TRUE(track(std::move(picture)).tracked) << i;
            ASSERT_NEAR(box_of(last()).x, ours, 30) << i;
        }
    }
}

TEST_F(Choice, ABiggerFaceThatComesInDoesNotTakeOver) {
    for (int i = 0; i < 30; ++i) {
        Image picture = head_at({.x = 180, .scale = 0.4F});
        if (i > 5) place(picture, head(), {.x = 470, .scale = 0.8F});
        ASSERT_TRUE(track(std::move(picture)).tracked);
        EXPECT_NEAR(box_of(last()).x, 180, 30);
    }
}

// Out of sight for half a second, with another face in the picture all the time.
TEST_F(Choice, AfterAShortLossThePerformerIsPreferredToAnother) {
    use({.face = FaceChoice::left});
    const auto with = [&](bool performer) {
        Image picture = head_at({.x = 480, .scale = 0.5F});
        if (performer) place(picture, head(), {.x = 170, .scale = 0.5F});
        return picture;
    };
    for (int i = 0; i < 10; ++i) ASSERT_NEAR(box_of(track(with(true))).x, 170, 30);
    for (int i = 0; i < 8; ++i) EXPECT_FALSE(track(with(false)).tracked) << i;
    EXPECT_NEAR(box_of(track(with(true))).x, 170, 30);
}

} // namespace
} // namespace mien::test
