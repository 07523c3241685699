// What is hidden is noticed, and what is not is not, whatever hides it: on a head that the network's heads
// for hidden parts were not trained on.
#include <cmath>
#include <cstdio>
#include <random>

#include "tests/tracking/tracking_test.h"

namespace mien::test {
namespace {

constexpr std::size_t lips = 13;
constexpr std::size_t nose = 4;
constexpr std::size_t forehead = 10;
constexpr std::size_t chin = 152;
constexpr std::array<std::size_t, 2> cheeks = {50, 280};
constexpr std::array<std::size_t, 2> eyes = {468, 473};

enum class Texture { plain, striped, checked, speckled };
constexpr std::array textures = {Texture::plain, Texture::striped, Texture::checked, Texture::speckled};

struct Blot {
    float x = 0;
    float y = 0;
    float radius_x = 0;
    float radius_y = 0;
    float turn = 0; ///< radians
    bool square = false;
    Texture texture = Texture::plain;
    std::array<std::uint8_t, 3> colour{};
    std::array<std::uint8_t, 3> other{};
};

void lay(Image& picture, const Blot& blot, std::mt19937& random) {
    for (int row = 0; row < picture.height; ++row)
        for (int column = 0; column < picture.width; ++column) {
            const float dx = static_cast<float>(column) - blot.x;
            const float dy = static_cast<float>(row) - blot.y;
            const float u = (std::cos(blot.turn) * dx + std::sin(blot.turn) * dy) / blot.radius_x;
            const float v = (std::cos(blot.turn) * dy - std::sin(blot.turn) * dx) / blot.radius_y;
            const float away = blot.square ? std::max(std::abs(u), std::abs(v)) : std::hypot(u, v);
            if (away > 1) continue;
            const bool second = blot.texture == Texture::striped ? std::fmod(std::abs(u) * 4, 2.0F) < 1
                                : blot.texture == Texture::checked
                                    ? (static_cast<int>(u * 4 + 8) + static_cast<int>(v * 4 + 8)) % 2 == 0
                                    : false;
            const int grain = blot.texture == Texture::speckled ? static_cast<int>(random() % 61) - 30 : 0;
            const float shade = 1 - 0.25F * v * v; // rounded
            const auto pixel = picture.row(row).subspan(static_cast<std::size_t>(column) * 3, 3);
            for (std::size_t c = 0; c < 3; ++c)
                pixel[c] = static_cast<std::uint8_t>(
                    std::clamp(shade * static_cast<float>((second ? blot.other : blot.colour)[c]) +
                                   static_cast<float>(grain),
                               0.0F, 255.0F));
        }
}

class Hiding : public TrackingTest {
protected:
    /// What the tracker thinks of the picture after having followed the bare face.
    RegionQuality quality_with(const Image& bare, const std::vector<Blot>& blots) {
        use();
        for (int i = 0; i < 5; ++i) (void)track(bare);
        Image picture = bare;
        for (const Blot& blot : blots) lay(picture, blot, random_);
        (void)track(picture);
        (void)track(std::move(picture));
        // A face of which too little is left to go on is hidden as well.
        return last().tracked ? last().regions : RegionQuality{0, 0, 0};
    }
    Blot blot_at(const Landmark& place, float radius_x, float radius_y,
                 const std::array<std::uint8_t, 3>& skin) {
        Blot blot{place.x, place.y, radius_x, radius_y};
        blot.turn = uniform(-0.5F, 0.5F);
        blot.square = random_() % 2 == 0;
        blot.texture = textures[random_() % textures.size()];
        for (std::size_t c = 0; c < 3; ++c) {
            blot.colour[c] = static_cast<std::uint8_t>(random_() % 256);
            blot.other[c] = static_cast<std::uint8_t>(random_() % 256);
        }
        if (random_() % 3 == 0) blot.colour = blot.other = skin; // a hand
        return blot;
    }
    float uniform(float low, float high) { return std::uniform_real_distribution<float>(low, high)(random_); }
    std::mt19937 random_{11};
};

TEST_F(Hiding, OfMouthOrEyesIsNoticedAndWhatLiesBesideThemHidesNothing) {
    int hidden = 0;
    int noticed = 0;
    int seen = 0;
    int doubted = 0;
    const auto judge = [&](float quality, bool hides) {
        (hides ? hidden : seen) += 1;
        (hides ? noticed : doubted) += quality < 0.5F ? 1 : 0;
    };
    for (int i = 0; i < 60; ++i) {
        Weights weights{};
        if (i % 3 == 1) weights[channel("jawOpen")] = uniform(0.2F, 0.8F);
        if (i % 3 == 2)
            weights[channel("mouthSmileLeft")] = weights[channel("mouthSmileRight")] = uniform(0.3F, 1);
        if (i % 4 == 3) weights[channel("eyeBlinkLeft")] = weights[channel("eyeBlinkRight")] = 1;
        Image bare = room();
        const float tint = uniform(0.4F, 1);
        place(bare, studio().picture(weights, uniform(-15, 15), uniform(-8, 8)),
              {.scale = uniform(0.5F, 0.9F), .tint = {tint, tint * 0.9F, tint * 0.8F}});
        light(bare, uniform(0.5F, 1), uniform(0, 0.5F));
        add_noise(bare, 3, static_cast<std::uint32_t>(i));
        use();
        ASSERT_TRUE(track(bare).tracked) << i;
        const std::vector<Landmark> points = last().points;
        const float span = std::hypot(points[33].x - points[263].x, points[33].y - points[263].y);
        const Landmark cheek = points[cheeks[0]];
        const auto at = bare.row(static_cast<int>(cheek.y)).subspan(static_cast<std::size_t>(cheek.x) * 3, 3);
        const std::array<std::uint8_t, 3> skin = {at[0], at[1], at[2]};

        RegionQuality quality = quality_with(bare, {blot_at(points[lips], span * 0.55F, span * 0.4F, skin)});
        judge(quality.mouth, true);
        judge(quality.eyes, false);
        quality = quality_with(bare, {blot_at(points[eyes[0]], span * 0.3F, span * 0.25F, skin),
                                      blot_at(points[eyes[1]], span * 0.3F, span * 0.25F, skin)});
        judge(quality.eyes, true);
        judge(quality.mouth, false);
        for (const std::size_t beside : {forehead, chin, cheeks[0], cheeks[1], nose}) {
            const float radius = span * (beside == nose ? 0.12F : 0.16F);
            quality = quality_with(bare, {blot_at(points[beside], radius, radius, skin)});
            judge(quality.eyes, false);
            judge(quality.mouth, false);
        }
        quality = quality_with(bare, {});
        judge(quality.eyes, false);
        judge(quality.mouth, false);
    }
    std::printf("hidden parts noticed: %d of %d; seen parts doubted: %d of %d\n", noticed, hidden, doubted,
                seen);
    EXPECT_GE(noticed, hidden * 95 / 100);
    EXPECT_LE(doubted, seen * 3 / 100);
}

} // namespace
} // namespace mien::test
