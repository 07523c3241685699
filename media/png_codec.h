// PNG, through libpng. Internal to media/; see image_io.h.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "media/image_io.h"

namespace mien {

[[nodiscard]] bool is_png(std::span<const std::uint8_t> bytes);

/// Colour chunks (gAMA, iCCP, sRGB) are ignored, as glTF demands of textures: the values are those stored.
[[nodiscard]] Result<Image> decode_png(std::span<const std::uint8_t> bytes, const std::string& what,
                                       const ImageLimits& limits);

} // namespace mien
