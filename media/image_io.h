// Still pictures in and out. Readers are bounded: nothing is allocated before the header's size was checked.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "base/image.h"
#include "base/result.h"

namespace mien {

struct ImageLimits {
    std::uint64_t max_pixels = 64ull << 20; ///< 64 megapixels
};

/// Decodes PNG, JPEG or WebP, chosen by content. 8 bits a channel; 16-bit PNGs are reduced, palettes and grey
/// are expanded as needed to gray8, rgb8 or rgba8; EXIF orientation of JPEGs is applied. `what` names the
/// picture in messages. Errors: unreadable (unknown format, damaged or cut data, too large).
[[nodiscard]] Result<Image> decode_image(std::span<const std::uint8_t> bytes, const std::string& what,
                                         const ImageLimits& limits = {});

/// True where the bytes begin like one of the formats that decode_image reads.
[[nodiscard]] bool looks_like_image(std::span<const std::uint8_t> bytes);

[[nodiscard]] Result<Image> read_image(const std::filesystem::path& path, const ImageLimits& limits = {});

/// PNG bytes of a picture; the same input gives the same bytes.
[[nodiscard]] Result<std::vector<std::uint8_t>> encode_png(const Image& picture);
[[nodiscard]] Result<std::vector<std::uint8_t>> encode_jpeg(const Image& picture, int quality = 92);

/// Writes PNG or JPEG by the extension (.png, .jpg, .jpeg), atomically. Errors: usage (another extension),
/// unavailable.
[[nodiscard]] Result<void> write_image(const std::filesystem::path& path, const Image& picture);

} // namespace mien
