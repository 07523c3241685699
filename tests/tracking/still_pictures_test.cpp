// Real pictures and films that hardly move: the filtered result must not. Skips without them.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "media/image_io.h"
#include "media/video_reader.h"
#include "tests/support/paths.h"
#include "tests/tracking/tracking_test.h"

namespace mien::test {
namespace {

class StillPictures : public TrackingTest {
protected:
    /// Takes a result up once the first second is over.
    void add(const FaceState& state) {
        ASSERT_TRUE(state.tracked);
        if (++frames_ <= 30) return;
        turns_[0].push_back(state.head.pitch);
        turns_[1].push_back(state.head.yaw);
        turns_[2].push_back(state.head.roll);
        for (ChannelIndex c = 0; c < channel_count; ++c) weights_[c].push_back(state.weights[c]);
    }
    /// Of the whole, slow movement included.
    void expect_still(const char* what) const {
        double turn = 0;
        for (const auto& angles : turns_) turn = std::max(turn, deviation(angles));
        double most = 0;
        for (ChannelIndex c = 0; c < channel_count; ++c) {
            EXPECT_LT(deviation(weights_[c]), 0.01) << channel_names[c];
            most = std::max(most, deviation(weights_[c]));
        }
        EXPECT_LT(turn, 0.15);
        std::printf("%s: head %.3f degrees, weights at most %.4f\n", what, turn, most);
    }
    /// The same of what is left when slow movement is taken away: as much as noise from frame to frame would
    /// have.
    double trembling_turn() const {
        return std::max({trembling(turns_[0]), trembling(turns_[1]), trembling(turns_[2])});
    }
    double trembling_weight() const {
        double most = 0;
        for (const auto& weight : weights_) most = std::max(most, trembling(weight));
        return most;
    }

private:
    // By second differences, whose variance is six times that of independent noise.
    static double trembling(const std::vector<float>& values) {
        double sum = 0;
        for (std::size_t i = 2; i < values.size(); ++i) {
            const double bend = values[i] - 2 * values[i - 1] + values[i - 2];
            sum += bend * bend;
        }
        return std::sqrt(sum / (6 * static_cast<double>(values.size() - 2)));
    }

    int frames_ = 0;
    std::array<std::vector<float>, 3> turns_;
    std::vector<std::vector<float>> weights_ = std::vector<std::vector<float>>(channel_count);
};

class StillPicture : public StillPictures, public testing::WithParamInterface<const char*> {};

INSTANTIATE_TEST_SUITE_P(Of, StillPicture,
                         testing::Values("astronaut.png", "glasses_pout.jpg", "painting_turned.jpg",
                                         "shout.jpg", "dark_skin_smile.jpg"));

TEST_P(StillPicture, WithNoiseOfTwoGreyLevelsIsStill) {
    MIEN_NEEDS_SHARED("data/stills");
    const auto picture = read_image(shared_dir() / "data/stills/other" / GetParam());
    ASSERT_TRUE(picture) << picture.error().message;
    // Somebody else's neutral: expressions that stay, instead of a neutral that becomes the picture.
    for (int i = 0; i < 5; ++i) (void)solve(head_at({}));
    solver().capture_neutral();
    for (int i = 0; i < 35; ++i) (void)solve(head_at({}));
    for (std::uint32_t i = 0; i < 300; ++i) {
        Image noisy = *picture;
        add_noise(noisy, 2, i);
        add(solve(std::move(noisy)).calibrated);
        if (HasFatalFailure()) return;
    }
    expect_still(GetParam());
}

// A man who holds a frown for five seconds; his head moves slowly, by a degree or two, so what is left of the
// movement from frame to frame counts.
TEST_F(StillPictures, TheStillestFilmIsStill) {
    MIEN_NEEDS_SHARED("data/clips");
    auto film = VideoReader::open(shared_dir() / "data/clips/beard_side_light.mp4");
    ASSERT_TRUE(film) << film.error().message;
    for (;;) {
        auto frame = film->next();
        ASSERT_TRUE(frame) << frame.error().message;
        if (!*frame) break;
        add(solve(std::move((*frame)->picture)).calibrated);
        if (HasFatalFailure()) return;
    }
    std::printf("head %.3f degrees, weights %.4f\n", trembling_turn(), trembling_weight());
    EXPECT_LT(trembling_turn(), 0.15);
    EXPECT_LT(trembling_weight(), 0.01);
}

} // namespace
} // namespace mien::test
