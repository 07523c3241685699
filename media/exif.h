// The one thing mien wants from EXIF: which side of a picture is up.
#pragma once

#include <cstdint>
#include <span>

#include "media/orientation.h"

namespace mien {

/// Of the payload of a JPEG's APP1 segment. Anything that is not EXIF, is cut, or points outside of itself
/// counts as upright. Any thread.
[[nodiscard]] Orientation exif_orientation(std::span<const std::uint8_t> app1);

} // namespace mien
