// JPEG, through libjpeg-turbo: stills, and the frames of cameras that send Motion JPEG.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "media/image_io.h"

namespace mien {

[[nodiscard]] bool is_jpeg(std::span<const std::uint8_t> bytes);

/// gray8 or rgb8, set upright by its EXIF orientation. Missing Huffman tables are the standard ones, as in
/// Motion JPEG. Errors: unreadable, also where the data is damaged or ends early.
[[nodiscard]] Result<Image> decode_jpeg(std::span<const std::uint8_t> bytes, const std::string& what,
                                        const ImageLimits& limits);

} // namespace mien
