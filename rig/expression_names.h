// From the names that rigs give their expressions to ARKit's channels. Any thread.
#pragma once

#include <optional>
#include <string_view>

#include "rig/arkit.h"

namespace mien {

/// The channel that an expression of this name shows, in whichever spelling: "eyeBlinkLeft", "EyeBlink_L",
/// "Left_eyeBlink", "Eye_Left_Blink", "blendShape1.eyeBlink_L", "CTRL_expressions_mouthCornerPullL",
/// "Face.M_F00_000_00_Fcl_EYE_Close_L". Driven by a table: a name is known as a whole or not at all, so
/// nothing is ever guessed across sides or regions. Nothing where the name means no single channel: visemes,
/// moods, both sides at once ("eyeBlink", "mouthSmile").
///
/// jawLeft, jawRight, mouthLeft and mouthRight are directions, and count as such only with the side at the
/// end. Halves of what ARKit has whole ("browInnerUp_L", "cheekPuffRight") belong to the whole's channel.
[[nodiscard]] std::optional<ChannelIndex> channel_of_expression(std::string_view rig_name);

} // namespace mien
