#include "media/webp_codec.h"

#include <cstring>

#include <webp/decode.h>

namespace mien {

bool is_webp(std::span<const std::uint8_t> bytes) {
    return bytes.size() >= 12 && std::memcmp(bytes.data(), "RIFF", 4) == 0 &&
           std::memcmp(bytes.data() + 8, "WEBP", 4) == 0;
}

Result<Image> decode_webp(std::span<const std::uint8_t> bytes, const std::string& what,
                          const ImageLimits& limits) {
    WebPBitstreamFeatures features;
    if (WebPGetFeatures(bytes.data(), bytes.size(), &features) != VP8_STATUS_OK)
        return fail(ErrorCode::unreadable, "Cannot read {}: damaged WebP (its header)", what);
    if (features.has_animation != 0)
        return fail(ErrorCode::unreadable,
                    "Cannot read {}: it is an animated WebP; export one frame of it as a picture", what);
    const auto pixels =
        static_cast<std::uint64_t>(features.width) * static_cast<std::uint64_t>(features.height);
    if (pixels > limits.max_pixels)
        return fail(ErrorCode::unreadable, "Cannot read {}: {} x {} pixels are more than the limit of {}",
                    what, features.width, features.height, limits.max_pixels);
    const bool alpha = features.has_alpha != 0;
    Image picture(features.width, features.height, alpha ? PixelFormat::rgba8 : PixelFormat::rgb8);
    const auto decode = alpha ? WebPDecodeRGBAInto : WebPDecodeRGBInto;
    if (decode(bytes.data(), bytes.size(), picture.pixels.data(), picture.pixels.size(),
               static_cast<int>(picture.stride())) == nullptr)
        return fail(ErrorCode::unreadable, "Cannot read {}: damaged or cut WebP", what);
    return picture;
}

} // namespace mien
