// Lips and the mouth's inside.
#pragma once

#include "models/generator/skin.h"

namespace mien::head {

/// The line where the lips meet, for 0 (middle) <= x <= mouth_half_width: height over the millimetre grid.
[[nodiscard]] double lip_line_y(double x);
/// Edge of the red of the upper and lower lip.
[[nodiscard]] double upper_lip_border_y(double x);
[[nodiscard]] double lower_lip_border_y(double x);

/// Lays the edge of the red, the line of contact, the lips' inner side and the cavity; marks them in `fixed`.
void lay_mouth(Skin& skin, std::vector<bool>& fixed);

} // namespace mien::head
