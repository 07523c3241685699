// FaceStates as CSV, columns exactly:
// frame,t,tracked,quality,head_x,head_y,head_z,head_pitch,head_yaw,head_roll, then the 52 channels.
// '.' decimals whatever the locale; t in seconds with microseconds.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "solver/face_state.h"

namespace mien {

[[nodiscard]] std::string csv_header();
/// One line with its newline. An untracked frame has zeros in the quality, head and weight columns.
[[nodiscard]] std::string csv_row(std::uint64_t frame, const FaceState& state);

/// Reads it back; columns are found by their names, in any order, further ones ignored. Errors: unreadable,
/// naming the line and what is wrong.
[[nodiscard]] Result<std::vector<FaceState>> read_state_csv(std::string_view text, const std::string& what);

} // namespace mien
