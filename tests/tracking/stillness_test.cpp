// Still where the face is still, quick where it moves, at the default settings.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <string>

#include "tests/tracking/tracking_test.h"

namespace mien::test {
namespace {

class Stillness : public TrackingTest {
protected:
    /// Feeds the picture with noise of +-2 grey levels and says by how much each number of the result varies.
    void expect_calm(const Image& picture) {
        std::array<std::vector<float>, 3> turns;
        std::vector<std::vector<float>> weights(channel_count);
        for (std::uint32_t i = 0; i < 300; ++i) {
            Image noisy = picture;
            add_noise(noisy, 2, i);
            const FaceState state = solve(std::move(noisy)).calibrated;
            ASSERT_TRUE(state.tracked);
            if (i < 30) continue; // the neutral of a stranger settles within a second
            turns[0].push_back(state.head.pitch);
            turns[1].push_back(state.head.yaw);
            turns[2].push_back(state.head.roll);
            for (ChannelIndex c = 0; c < channel_count; ++c) weights[c].push_back(state.weights[c]);
        }
        for (const auto& turn : turns) EXPECT_LT(deviation(turn), 0.15);
        double most = 0;
        for (ChannelIndex c = 0; c < channel_count; ++c) {
            EXPECT_LT(deviation(weights[c]), 0.01) << channel_names[c];
            most = std::max(most, deviation(weights[c]));
        }
        std::printf("head %.3f %.3f %.3f degrees, weights at most %.4f\n", deviation(turns[0]),
                    deviation(turns[1]), deviation(turns[2]), most);
    }

    /// What `picture_at(0)` and then `picture_at(1)` give, frame by frame from the step on, as a share of the
    /// step; printed.
    std::vector<float> step(const std::string& what, const std::function<Image(float)>& picture_at,
                            const std::function<float(const FaceState&)>& value) {
        float from = 0;
        const Image before = picture_at(0);
        for (int i = 0; i < 60; ++i) from = value(solve(before).calibrated);
        std::vector<float> response;
        const Image after = picture_at(1);
        for (int i = 0; i < 30; ++i) response.push_back(value(solve(after).calibrated) - from);
        const float whole = response.back();
        std::string line = what + ":";
        for (std::size_t i = 0; i < response.size(); ++i) {
            response[i] /= whole;
            if (i < 6) line += " " + std::to_string(response[i]).substr(0, 5);
        }
        std::printf("%s (of %.2f)\n", line.c_str(), static_cast<double>(whole));
        return response;
    }
};

TEST_F(Stillness, AStillFaceWithNoiseIsStill) {
    expect_calm(head_at({}));
}

TEST_F(Stillness, AStillExpressionWithNoiseIsStill) {
    Weights weights{};
    for (const ChannelIndex c : {channel("mouthSmileLeft"), channel("mouthSmileRight"), channel("jawOpen"),
                                 channel("browInnerUp"), channel("eyeBlinkLeft")})
        weights[c] = 0.5F;
    Image picture = room();
    place(picture, studio().picture(weights), {});
    solver().capture_neutral(); // the adaptive one would learn the expression in the end
    for (int i = 0; i < 30; ++i) (void)solve(head_at({}));
    expect_calm(picture);
}

TEST_F(Stillness, ABlinkGoesFromATenthToNineTenthsWithinTwoFrames) {
    const auto picture_at = [&](float amount) {
        Weights weights{};
        weights[channel("eyeBlinkLeft")] = weights[channel("eyeBlinkRight")] = amount;
        Image picture = room();
        place(picture, studio().picture(weights), {});
        return picture;
    };
    for (const ChannelIndex lid : {channel("eyeBlinkLeft"), channel("eyeBlinkRight")}) {
        use();
        const auto response = step(std::string(channel_names[lid]), picture_at,
                                   [&](const FaceState& state) { return state.weights[lid]; });
        EXPECT_GE(response[1], 0.9F); // the second frame after the step
    }
}

TEST_F(Stillness, ATurnOf20DegreesReachesFourFifthsWithinTwoFrames) {
    const auto picture_at = [&](float amount) {
        Image picture = room();
        place(picture, studio().picture({}, 20 * amount), {});
        return picture;
    };
    const auto response = step("yaw", picture_at, [](const FaceState& state) { return state.head.yaw; });
    EXPECT_GE(response[1], 0.8F);
}

} // namespace
} // namespace mien::test
