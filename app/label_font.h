// Letters of 5 x 7 dots for labels in pictures, where no font is at hand. Any thread.
#pragma once

#include <string_view>

#include "base/image.h"

namespace mien {

inline constexpr int letter_width = 6;   ///< with the gap to the next
inline constexpr int letter_height = 10; ///< with room for descenders and the gap to the next line

/// Writes text into an rgb8 or rgba8 picture, white, its upper left corner at x, y; `scale` pixels a dot.
/// What lies outside the picture is left out; a character that the font lacks is a small box. One byte, one
/// character: text beyond ASCII shows as boxes.
void write_label(Image& picture, std::string_view text, int x, int y, int scale = 1);

} // namespace mien
