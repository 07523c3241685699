#include "media/picture_converter.h"

#include <algorithm>
#include <array>
#include <cmath>

extern "C" {
#include <libavutil/pixdesc.h>
}

namespace mien {
namespace {

/// swscale's vector code writes whole blocks and may pass the end of a row by less than this many bytes.
constexpr std::size_t row_alignment = 64;

/// As for stills (ImageLimits).
constexpr double max_pixels = 64 << 20;

/// The matrix that the file names; else BT.709 from 720 lines on and BT.601 below, as players guess.
int matrix_of(const AVFrame& frame) {
    switch (frame.colorspace) {
    case AVCOL_SPC_BT709:
        return SWS_CS_ITU709;
    case AVCOL_SPC_FCC:
        return SWS_CS_FCC;
    case AVCOL_SPC_SMPTE240M:
        return SWS_CS_SMPTE240M;
    case AVCOL_SPC_BT2020_NCL:
    case AVCOL_SPC_BT2020_CL:
        return SWS_CS_BT2020;
    case AVCOL_SPC_BT470BG:
    case AVCOL_SPC_SMPTE170M:
        return SWS_CS_ITU601;
    default:
        return std::max(frame.width, frame.height) >= 1280 ? SWS_CS_ITU709 : SWS_CS_ITU601;
    }
}

/// The "J" formats are the same as the plain ones with full range; swscale warns about them and wants the
/// range said apart.
int plain_format(int format) {
    switch (format) {
    case AV_PIX_FMT_YUVJ420P:
        return AV_PIX_FMT_YUV420P;
    case AV_PIX_FMT_YUVJ422P:
        return AV_PIX_FMT_YUV422P;
    case AV_PIX_FMT_YUVJ444P:
        return AV_PIX_FMT_YUV444P;
    case AV_PIX_FMT_YUVJ440P:
        return AV_PIX_FMT_YUV440P;
    default:
        return format;
    }
}

bool is_rgb(int format) {
    const AVPixFmtDescriptor* description = av_pix_fmt_desc_get(static_cast<AVPixelFormat>(format));
    return description != nullptr && (description->flags & AV_PIX_FMT_FLAG_RGB) != 0;
}

} // namespace

DisplaySize display_size(int width, int height, AVRational sample_aspect) {
    if (sample_aspect.num <= 0 || sample_aspect.den <= 0) return {width, height};
    const double ratio = av_q2d(sample_aspect);
    if (ratio > 8 || ratio < 1.0 / 8 || ratio * width * height > max_pixels) return {width, height};
    return {std::max(1, static_cast<int>(std::lround(width * ratio))), height};
}

Result<void> PictureConverter::prepare(const Key& key) {
    if (scaler_ && key == key_) return {};
    // Without a change of size the fast path for 4:2:0 copies each chroma sample to its four pixels; it is
    // within 3 of 255 of the exact arithmetic where colours are even. Stretching interpolates.
    const bool same_size = key.width == key.out_width && key.height == key.out_height;
    const int flags = same_size ? SWS_POINT : SWS_BILINEAR;
    scaler_.reset(sws_getContext(key.width, key.height, static_cast<AVPixelFormat>(key.format), key.out_width,
                                 key.out_height, AV_PIX_FMT_RGB24, flags, nullptr, nullptr, nullptr));
    if (!scaler_) {
        const char* name = av_get_pix_fmt_name(static_cast<AVPixelFormat>(key.format));
        return fail(ErrorCode::unreadable, "Pixel format {} at {} x {} cannot be converted",
                    name != nullptr ? name : "unknown", key.width, key.height);
    }
    const int* from = sws_getCoefficients(key.matrix);
    sws_setColorspaceDetails(scaler_.get(), from, key.full_range ? 1 : 0, from, 1, 0, 1 << 16, 1 << 16);
    key_ = key;
    return {};
}

bool PictureConverter::run(const AVFrame& frame, std::uint8_t* to, std::size_t stride) {
    const std::array<std::uint8_t*, 4> planes = {to};
    const std::array<int, 4> strides = {static_cast<int>(stride)};
    return sws_scale(scaler_.get(), frame.data, frame.linesize, 0, frame.height, planes.data(),
                     strides.data()) > 0;
}

Result<Image> PictureConverter::convert(const AVFrame& frame, AVRational sample_aspect,
                                        Orientation orientation) {
    const AVRational aspect = frame.sample_aspect_ratio.num > 0 ? frame.sample_aspect_ratio : sample_aspect;
    const DisplaySize size = display_size(frame.width, frame.height, aspect);
    const int format = plain_format(frame.format);
    const bool full_range =
        frame.color_range == AVCOL_RANGE_JPEG || format != frame.format || is_rgb(frame.format);
    if (auto ready = prepare(
            {frame.width, frame.height, format, matrix_of(frame), full_range, size.width, size.height});
        !ready)
        return pass_on(ready);
    const auto cannot = [&] {
        return fail(ErrorCode::unreadable, "A frame of {} x {} cannot be converted", frame.width,
                    frame.height);
    };
    const std::size_t row_bytes = static_cast<std::size_t>(size.width) * 3;
    if (orientation.upright() && row_bytes % row_alignment == 0) {
        Image picture(size.width, size.height, PixelFormat::rgb8);
        if (!run(frame, picture.pixels.data(), row_bytes)) return cannot();
        return picture;
    }
    const std::size_t stride = (row_bytes / row_alignment + 2) * row_alignment;
    padded_.resize(stride * static_cast<std::size_t>(size.height));
    if (!run(frame, padded_.data(), stride)) return cannot();
    return oriented_copy({padded_.data(), stride, size.width, size.height, PixelFormat::rgb8}, orientation);
}

} // namespace mien
