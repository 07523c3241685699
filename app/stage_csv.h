// The solver's stages side by side, as `--stage-csv` writes them: frame,t,tracked,quality, the quality of the
// parts, then for each of the head's six numbers and the 52 channels raw_NAME and calibrated_NAME.
#pragma once

#include <cstdint>
#include <string>

#include "capture/landmark_frame.h"
#include "solver/face_state.h"

namespace mien {

[[nodiscard]] std::string stage_csv_header();
[[nodiscard]] std::string stage_csv_row(std::uint64_t frame, const RegionQuality& regions,
                                        const FaceState& raw, const FaceState& calibrated);

} // namespace mien
