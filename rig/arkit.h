// The 52 expression channels of ARKit, in ARKit's spelling and in alphabetical order: the vocabulary of
// everything between the solver and the outside. Left and Right are the performer's own.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace mien {

inline constexpr std::size_t channel_count = 52;

/// Index into the channels, 0..51, in the order of channel_names. Use channel("jawOpen") where a name is
/// known at compile time.
using ChannelIndex = std::size_t;

inline constexpr std::array<std::string_view, channel_count> channel_names = {
    "browDownLeft",      "browDownRight",      "browInnerUp",         "browOuterUpLeft",
    "browOuterUpRight",  "cheekPuff",          "cheekSquintLeft",     "cheekSquintRight",
    "eyeBlinkLeft",      "eyeBlinkRight",      "eyeLookDownLeft",     "eyeLookDownRight",
    "eyeLookInLeft",     "eyeLookInRight",     "eyeLookOutLeft",      "eyeLookOutRight",
    "eyeLookUpLeft",     "eyeLookUpRight",     "eyeSquintLeft",       "eyeSquintRight",
    "eyeWideLeft",       "eyeWideRight",       "jawForward",          "jawLeft",
    "jawOpen",           "jawRight",           "mouthClose",          "mouthDimpleLeft",
    "mouthDimpleRight",  "mouthFrownLeft",     "mouthFrownRight",     "mouthFunnel",
    "mouthLeft",         "mouthLowerDownLeft", "mouthLowerDownRight", "mouthPressLeft",
    "mouthPressRight",   "mouthPucker",        "mouthRight",          "mouthRollLower",
    "mouthRollUpper",    "mouthShrugLower",    "mouthShrugUpper",     "mouthSmileLeft",
    "mouthSmileRight",   "mouthStretchLeft",   "mouthStretchRight",   "mouthUpperUpLeft",
    "mouthUpperUpRight", "noseSneerLeft",      "noseSneerRight",      "tongueOut"};

/// Exact ARKit spelling only; rigs' own spellings go through the name normaliser (rig/expression_names.h).
[[nodiscard]] constexpr std::optional<ChannelIndex> find_channel(std::string_view name) {
    for (ChannelIndex i = 0; i < channel_count; ++i)
        if (channel_names[i] == name) return i;
    return std::nullopt;
}

/// The index of a name that must exist: a compile error otherwise.
[[nodiscard]] consteval ChannelIndex channel(std::string_view name) {
    return find_channel(name).value();
}

/// The channel on the other side (…Left <-> …Right, jawLeft <-> jawRight, mouthLeft <-> mouthRight); itself
/// for centred ones.
[[nodiscard]] ChannelIndex mirrored_channel(ChannelIndex index);

} // namespace mien
