#include "base/image.h"

namespace mien {
namespace {

/// Rec. 601 luma in 8-bit fixed point; the weights sum to 256.
std::uint8_t luma(const std::uint8_t* p) {
    return static_cast<std::uint8_t>((77 * p[0] + 150 * p[1] + 29 * p[2] + 128) >> 8);
}

void convert_pixel(const std::uint8_t* in, PixelFormat from, std::uint8_t* out, PixelFormat to) {
    if (to == PixelFormat::gray8) {
        out[0] = from == PixelFormat::gray8 ? in[0] : luma(in);
        return;
    }
    const bool grey = from == PixelFormat::gray8;
    out[0] = in[0];
    out[1] = grey ? in[0] : in[1];
    out[2] = grey ? in[0] : in[2];
    if (to == PixelFormat::rgba8) out[3] = from == PixelFormat::rgba8 ? in[3] : 255;
}

} // namespace

Image convert(const Image& picture, PixelFormat format) {
    if (picture.format == format) return picture;
    Image result(picture.width, picture.height, format);
    const auto in_step = static_cast<std::size_t>(picture.channels());
    const auto out_step = static_cast<std::size_t>(result.channels());
    const std::uint8_t* in = picture.pixels.data();
    std::uint8_t* out = result.pixels.data();
    const std::size_t count =
        static_cast<std::size_t>(picture.width) * static_cast<std::size_t>(picture.height);
    for (std::size_t i = 0; i < count; ++i, in += in_step, out += out_step)
        convert_pixel(in, picture.format, out, format);
    return result;
}

} // namespace mien
