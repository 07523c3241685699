// From the names that rigs give their expressions to ARKit's channels. Any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rig/arkit.h"

namespace mien {

/// How closely a name says its channel; of several for one channel the closest counts.
enum class NameFit : std::uint8_t {
    exact,    ///< ARKit's own name, letter by letter
    spelling, ///< ARKit's words, spelled or set apart otherwise: "EyeBlink_L", "Left_eyeBlink"
    synonym,  ///< other words for it: "Eye_Left_Squeeze", "mouthCornerPullL"
};

struct NamedChannel {
    ChannelIndex channel = 0;
    NameFit fit = NameFit::exact;
    char half =
        0; ///< 'L' or 'R' where the name is of one half of what ARKit has whole ("cheekPuff_L"), else 0
    bool operator==(const NamedChannel&) const = default;
};

/// The channel that an expression of this name shows, in whichever spelling: "eyeBlinkLeft", "EyeBlink_L",
/// "Left_eyeBlink", "Eye_Left_Blink", "blendShape1.eyeBlink_L", "CTRL_expressions_mouthCornerPullL",
/// "Face.M_F00_000_00_Fcl_EYE_Close_L". Driven by a table: a name is known as a whole or not at all, so
/// nothing is ever guessed across sides or regions. Nothing where the name means no single channel: visemes,
/// moods, both sides at once ("eyeBlink", "mouthSmile").
///
/// jawLeft, jawRight, mouthLeft and mouthRight are directions, and count as such only with the side at the
/// end. Halves of what ARKit has whole ("browInnerUp_L", "cheekPuffRight") belong to the whole's channel.
[[nodiscard]] std::optional<NamedChannel> named_channel(std::string_view rig_name);

/// The same, the channel alone.
[[nodiscard]] std::optional<ChannelIndex> channel_of_expression(std::string_view rig_name);

/// For a name without a side that means both at once ("eyesClosed", "mouthSmile", "Fcl_EYE_Close"): the
/// left one of the two channels.
[[nodiscard]] std::optional<ChannelIndex> pair_of_expression(std::string_view rig_name);

/// What is left of a name without prefixes, separators and the words that programs add, in small letters,
/// sides as one capital: "Face.M_F00_000_00_Fcl_MTH_A" -> "mtha", "vrc.blink_left" -> "blinkL". For tables
/// of names beyond ARKit's.
[[nodiscard]] std::string name_without_noise(std::string_view rig_name);

/// Channels that a part of the name says, in their order: of a name that means no channel as a whole, those
/// that a person may think of ("jawOpen.001", "Mouth_Pucker_Up_L", "eyeBlink_L_R"). To show, not to drive.
[[nodiscard]] std::vector<ChannelIndex> channels_near(std::string_view rig_name);

} // namespace mien
