#include "gui/take_player.h"

#include <gtest/gtest.h>

#include "tests/gui/wait.h"

namespace mien::gui {
namespace {

/// Ten frames, 40 ms apart on a camera's clock; the frames' index stands in jawOpen.
std::shared_ptr<const Take> ten_frames() {
    auto take = std::make_shared<Take>();
    for (int i = 0; i < 10; ++i) {
        TakeFrame frame;
        frame.landmarks.t = Timestamp{5'000'000'000} + Duration::from_ms(40 * i);
        frame.landmarks.tracked = true;
        frame.calibrated.t = frame.landmarks.t;
        frame.calibrated.tracked = true;
        frame.calibrated.weights[channel("jawOpen")] = static_cast<float>(i) / 10;
        take->frames.push_back(frame);
    }
    return take;
}

class TakePlayerTest : public testing::Test {
protected:
    TakePlayerTest() {
        QObject::connect(&player_, &TakePlayer::frame_shown, &player_,
                         [this](const TakeFrame& frame, const FaceState& shown, TrackingState) {
                             shown_.push_back(
                                 static_cast<int>(frame.calibrated.weights[channel("jawOpen")] * 10 + 0.5f));
                             last_ = shown;
                         });
    }
    TakePlayer player_;
    std::vector<int> shown_;
    FaceState last_;
};

TEST_F(TakePlayerTest, OpeningShowsTheFirstFrame) {
    player_.set_take(ten_frames());
    EXPECT_EQ(shown_, std::vector<int>{0});
    EXPECT_DOUBLE_EQ(player_.duration(), 0.36);
    EXPECT_FALSE(player_.playing());
}

TEST_F(TakePlayerTest, PlayingShowsEveryFrameOnceAndStopsAtTheEnd) {
    player_.set_take(ten_frames());
    player_.play();
    EXPECT_TRUE(player_.playing());
    EXPECT_SOON(!player_.playing());
    EXPECT_EQ(shown_, (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
    EXPECT_DOUBLE_EQ(player_.position(), player_.duration());
}

TEST_F(TakePlayerTest, PlayingAtTheEndStartsOver) {
    player_.set_take(ten_frames());
    player_.seek(1);
    shown_.clear();
    player_.play();
    EXPECT_EQ(shown_, std::vector<int>{0});
}

TEST_F(TakePlayerTest, SeekingShowsTheFrameThatStandsThere) {
    player_.set_take(ten_frames());
    shown_.clear();
    player_.seek(0.1);
    player_.seek(0.2);
    player_.seek(-5);
    player_.seek(99);
    EXPECT_EQ(shown_, (std::vector<int>{2, 5, 0, 9}));
}

TEST_F(TakePlayerTest, ASoughtFrameIsShownWhole) {
    player_.set_take(ten_frames());
    player_.seek(0.2);
    EXPECT_FLOAT_EQ(last_.weights[channel("jawOpen")], 0.5f);
}

TEST_F(TakePlayerTest, SteppingGoesFrameByFrameWithinTheTake) {
    player_.set_take(ten_frames());
    shown_.clear();
    for (const int step : {1, 1, -1, -1, -1, 100}) player_.step(step);
    EXPECT_EQ(shown_, (std::vector<int>{1, 2, 1, 0, 0, 9}));
}

TEST_F(TakePlayerTest, LoopingGoesOn) {
    player_.set_take(ten_frames());
    player_.set_loop(true);
    player_.play();
    EXPECT_SOON(std::count(shown_.begin(), shown_.end(), 4) >= 2);
    EXPECT_TRUE(player_.playing());
}

TEST_F(TakePlayerTest, NothingOpenMeansNothingHappens) {
    player_.play();
    player_.seek(1);
    player_.step(1);
    EXPECT_FALSE(player_.playing());
    EXPECT_TRUE(shown_.empty());
    EXPECT_EQ(player_.duration(), 0);
}

} // namespace
} // namespace mien::gui
