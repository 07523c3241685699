#include "solver/synthetic_performance.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

namespace mien {
namespace {

/// 0..1, the same for the same number (the finaliser of MurmurHash3).
double random_of(std::int64_t number) {
    auto h = static_cast<std::uint64_t>(number) * 0x9E3779B97F4A7C15U;
    h ^= h >> 33U;
    h *= 0xFF51AFD7ED558CCDU;
    h ^= h >> 33U;
    h *= 0xC4CEB9FE1A85EC53U;
    h ^= h >> 33U;
    return static_cast<double>(h >> 11U) * 0x1p-53;
}

/// Smooth noise in -1..1: random values `period` seconds apart, joined by a curve.
double noise(double t, double period, std::int64_t stream) {
    const double position = t / period;
    const auto cell = static_cast<std::int64_t>(std::floor(position));
    const double f = position - static_cast<double>(cell);
    const double share = f * f * (3 - 2 * f);
    const double a = random_of(cell + stream * 1'000'003);
    const double b = random_of(cell + 1 + stream * 1'000'003);
    return 2 * (a + (b - a) * share) - 1;
}

/// A bump of the given length that starts at 0: up, stay, down.
double bump(double t, double rise, double stay, double fall) {
    if (t <= 0 || t >= rise + stay + fall) return 0;
    const double up = std::min(1.0, t / rise);
    const double down = std::min(1.0, (rise + stay + fall - t) / fall);
    const double low = std::min(up, down);
    return low * low * (3 - 2 * low);
}

/// A blink in about every three seconds' slot, 0.23 s long.
double blink(double t) {
    constexpr double slot_s = 2.9;
    const auto slot = static_cast<std::int64_t>(std::floor(t / slot_s));
    const double start = (static_cast<double>(slot) + 0.1 + 0.7 * random_of(slot * 7 + 1)) * slot_s;
    return bump(t - start, 0.07, 0.04, 0.12);
}

/// Moments of a longer expression: one in each 7 seconds, in turn.
double moment(double t, int which) {
    constexpr double slot_s = 7;
    const auto slot = static_cast<std::int64_t>(std::floor(t / slot_s));
    constexpr int kinds = 4;
    if (((slot % kinds) + kinds) % kinds != which) return 0;
    return bump(t - (static_cast<double>(slot) * slot_s + 1.2), 0.5, 2.2, 0.8);
}

} // namespace

FaceState synthetic_performance(Timestamp t_stream) {
    const double t = t_stream.seconds();
    FaceState state;
    state.t = t_stream;
    state.tracked = true;
    state.quality = 1;
    const auto set = [&state](ChannelIndex channel_index, double weight) {
        state.weights[channel_index] = static_cast<float>(std::clamp(weight, 0.0, 1.0));
    };

    state.head.yaw = static_cast<float>(14 * noise(t, 1.9, 1));
    state.head.pitch = static_cast<float>(7 * noise(t, 1.7, 2));
    state.head.roll = static_cast<float>(6 * noise(t, 2.6, 3));
    state.head.x = static_cast<float>(0.02 * noise(t, 2.3, 4));
    state.head.y = static_cast<float>(0.01 * noise(t, 2.9, 5));
    state.head.z = static_cast<float>(-0.6 + 0.02 * noise(t, 3.7, 6));

    const double smile = moment(t, 0);
    const double surprise = moment(t, 1);
    const double frown = moment(t, 2);
    const double shut = std::max(blink(t), moment(t, 3) * bump(std::fmod(t, 7.0) - 2, 0.1, 0.3, 0.15));
    set(channel("eyeBlinkLeft"), std::max(blink(t), 0.15 * smile));
    set(channel("eyeBlinkRight"),
        std::max(shut, 0.15 * smile)); // a wink of the right eye in every fourth moment

    // Gaze in steps, as eyes move: a new target about every second.
    const auto glance = static_cast<std::int64_t>(std::floor(t / 1.1));
    const double side = 0.7 * (2 * random_of(glance * 2) - 1);
    const double down = 0.4 * (2 * random_of(glance * 2 + 1) - 1);
    set(channel("eyeLookOutLeft"), side);
    set(channel("eyeLookInRight"), side);
    set(channel("eyeLookInLeft"), -side);
    set(channel("eyeLookOutRight"), -side);
    set(channel("eyeLookDownLeft"), down);
    set(channel("eyeLookDownRight"), down);
    set(channel("eyeLookUpLeft"), -down);
    set(channel("eyeLookUpRight"), -down);

    // Talking: syllables of about 0.2 s in phrases, silent in the longer moments' middle.
    const double phrase =
        std::clamp(1.5 * noise(t, 1.6, 7) + 0.6, 0.0, 1.0) * (1 - 0.7 * std::max(smile, frown));
    const double syllable = 0.5 + 0.5 * noise(t, 0.11, 8);
    const double jaw = std::max(0.45 * phrase * syllable, 0.5 * surprise);
    set(channel("jawOpen"), jaw);
    set(channel("mouthFunnel"), 0.5 * phrase * std::max(0.0, noise(t, 0.23, 9)));
    set(channel("mouthPucker"), 0.6 * phrase * std::max(0.0, noise(t, 0.31, 10)));
    set(channel("mouthClose"), std::min(jaw, 0.2 * phrase * std::max(0.0, noise(t, 0.17, 11))));
    for (const ChannelIndex i : {channel("mouthLowerDownLeft"), channel("mouthLowerDownRight")})
        set(i, 0.5 * jaw + 0.2 * smile);
    for (const ChannelIndex i : {channel("mouthUpperUpLeft"), channel("mouthUpperUpRight")})
        set(i, 0.25 * phrase * syllable + 0.2 * smile);

    set(channel("mouthSmileLeft"), 0.85 * smile);
    set(channel("mouthSmileRight"), 0.8 * smile);
    for (const ChannelIndex i : {channel("cheekSquintLeft"), channel("cheekSquintRight"),
                                 channel("eyeSquintLeft"), channel("eyeSquintRight")})
        set(i, 0.5 * smile);
    set(channel("browInnerUp"), std::max(0.8 * surprise, 0.15 * phrase * std::max(0.0, noise(t, 0.9, 12))));
    for (const ChannelIndex i : {channel("browOuterUpLeft"), channel("browOuterUpRight")})
        set(i, 0.9 * surprise);
    for (const ChannelIndex i : {channel("eyeWideLeft"), channel("eyeWideRight")})
        set(i, 0.7 * surprise * (1 - std::min(1.0, 3 * shut)));
    for (const ChannelIndex i : {channel("browDownLeft"), channel("browDownRight")}) set(i, 0.8 * frown);
    for (const ChannelIndex i : {channel("mouthFrownLeft"), channel("mouthFrownRight")}) set(i, 0.6 * frown);
    for (const ChannelIndex i : {channel("noseSneerLeft"), channel("noseSneerRight")}) set(i, 0.3 * frown);
    return state;
}

} // namespace mien
