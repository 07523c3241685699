// WebP, through libwebp. Internal to media/; see image_io.h.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "media/image_io.h"

namespace mien {

[[nodiscard]] bool is_webp(std::span<const std::uint8_t> bytes);

/// rgb8, or rgba8 where the file has alpha. Animations are refused.
[[nodiscard]] Result<Image> decode_webp(std::span<const std::uint8_t> bytes, const std::string& what,
                                        const ImageLimits& limits);

} // namespace mien
