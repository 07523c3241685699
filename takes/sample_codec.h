// The bytes of a sample: one landmark frame or one face state. Little-endian, a version in front and a
// checksum at the end, so that a damaged take is noticed and never played. Private to takes/.
//
// Layout:
//   u8 kind ('L' or 'S')  u8 version (L: 2, S: 1)  ...payload...  u32 CRC-32 of everything before it
//   L: u64 index, u8 tracked, f32 quality, f32 quality of eyes, brows, mouth (not in version 1), u16 scheme,
//   i32 width, i32 height,
//      u32 points, u32 features, points * (f32 x, y, z), features * f32
//   S: u8 tracked, f32 quality, f32 x, y, z, pitch, yaw, roll, 52 * f32 in channel order
// The time is the row's own. Numbers are stored as they are: data may go beyond 0..1.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "capture/landmark_frame.h"
#include "solver/face_state.h"

namespace mien {

/// More picture features than any tracker measures; a bound for readers.
inline constexpr std::size_t max_features = 4096;

/// True where every number of the value is finite: anything else is a fault of the stage that made it.
[[nodiscard]] bool is_finite(const LandmarkFrame& frame);
[[nodiscard]] bool is_finite(const FaceState& state);

[[nodiscard]] std::vector<std::uint8_t> encode_landmarks(const LandmarkFrame& frame);
[[nodiscard]] std::vector<std::uint8_t> encode_state(const FaceState& state);

/// Errors: unreadable, a clause without the file's name: "the landmarks at 1.200 s are damaged (...)".
[[nodiscard]] Result<LandmarkFrame> decode_landmarks(std::span<const std::uint8_t> bytes, Timestamp t);
[[nodiscard]] Result<FaceState> decode_state(std::span<const std::uint8_t> bytes, Timestamp t);

} // namespace mien
