#include "capture/source/camera_picture.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "media/image_io.h"

namespace mien {
namespace {

constexpr std::array known_formats = {camera_format::mjpg, camera_format::jpeg, camera_format::yuyv,
                                      camera_format::uyvy, camera_format::nv12, camera_format::yu12,
                                      camera_format::rgb3, camera_format::bgr3, camera_format::grey};

std::uint8_t clamp8(int value) {
    return static_cast<std::uint8_t>(std::clamp(value, 0, 255));
}

/// What the chroma of a pixel adds to red, green and blue, 8 fractional bits. BT.601, video range
/// (ITU-R BT.601-7, 2.5.3: 255/219 for luma, 255/224 for chroma).
struct Chroma {
    int red;
    int green;
    int blue;
    Chroma(int u, int v)
        : red(409 * (v - 128)), green(-100 * (u - 128) - 208 * (v - 128)), blue(516 * (u - 128)) {}
};

void put_pixel(std::uint8_t* to, int y, const Chroma& chroma) {
    const int light = 298 * (y - 16) + 128;
    to[0] = clamp8((light + chroma.red) >> 8);
    to[1] = clamp8((light + chroma.green) >> 8);
    to[2] = clamp8((light + chroma.blue) >> 8);
}

/// Two pixels in four bytes: luma at `luma` and luma + 2, U and V at the other places.
void convert_packed(const DeviceFormat& format, const std::uint8_t* bytes, std::size_t luma, Image& picture) {
    const std::size_t u = 1 - luma;
    const std::size_t v = u + 2;
    for (int y = 0; y < picture.height; ++y) {
        const std::uint8_t* in = bytes + static_cast<std::size_t>(y) * format.stride;
        std::uint8_t* to = picture.row(y).data();
        for (int x = 0; x < picture.width; x += 2, in += 4, to += 6) {
            const Chroma chroma(in[u], in[v]);
            put_pixel(to, in[luma], chroma);
            if (x + 1 < picture.width) put_pixel(to + 3, in[luma + 2], chroma);
        }
    }
}

/// One chroma sample for 2 x 2 pixels; `step` is 2 where U and V alternate in one plane.
struct ChromaPlanes {
    const std::uint8_t* u;
    const std::uint8_t* v;
    std::size_t stride;
    std::size_t step;
};

void convert_planar(const DeviceFormat& format, const std::uint8_t* luma, const ChromaPlanes& planes,
                    Image& picture) {
    for (int y = 0; y < picture.height; ++y) {
        const std::uint8_t* in = luma + static_cast<std::size_t>(y) * format.stride;
        const std::size_t chroma_row = static_cast<std::size_t>(y / 2) * planes.stride;
        const std::uint8_t* u = planes.u + chroma_row;
        const std::uint8_t* v = planes.v + chroma_row;
        std::uint8_t* to = picture.row(y).data();
        for (int x = 0; x < picture.width; x += 2, u += planes.step, v += planes.step, to += 6) {
            const Chroma chroma(*u, *v);
            put_pixel(to, in[x], chroma);
            if (x + 1 < picture.width) put_pixel(to + 3, in[x + 1], chroma);
        }
    }
}

void convert_rows(const DeviceFormat& format, const std::uint8_t* bytes, bool swapped, Image& picture) {
    for (int y = 0; y < picture.height; ++y) {
        const std::uint8_t* in = bytes + static_cast<std::size_t>(y) * format.stride;
        const std::span<std::uint8_t> to = picture.row(y);
        std::copy_n(in, to.size(), to.begin());
        if (!swapped) continue;
        for (std::size_t i = 0; i < to.size(); i += 3) std::swap(to[i], to[i + 2]);
    }
}

/// Bytes of a row of the first plane.
std::size_t row_bytes(FourCc format, std::size_t width) {
    switch (format) {
    case camera_format::yuyv:
    case camera_format::uyvy:
        return (width + 1) / 2 * 4;
    case camera_format::rgb3:
    case camera_format::bgr3:
        return width * 3;
    default:
        return width;
    }
}

/// Bytes of a whole raw picture; the last row may end before the stride does.
std::size_t picture_bytes(const DeviceFormat& format) {
    const auto height = static_cast<std::size_t>(format.height);
    const std::size_t half_rows = (height + 1) / 2;
    switch (format.format) {
    case camera_format::nv12:
        return format.stride * (height + half_rows);
    case camera_format::yu12:
        return format.stride * height + 2 * (format.stride / 2) * half_rows;
    default:
        return format.stride * (height - 1) +
               row_bytes(format.format, static_cast<std::size_t>(format.width));
    }
}

Result<Image> decode_motion_jpeg(const DeviceFormat& format, std::span<const std::uint8_t> bytes) {
    const auto pixels = static_cast<std::uint64_t>(format.width) * static_cast<std::uint64_t>(format.height);
    auto picture = decode_image(bytes, "a frame of the camera", {.max_pixels = pixels});
    if (picture && (picture->width != format.width || picture->height != format.height))
        return fail(ErrorCode::unreadable, "A frame of {} x {} instead of {} x {}", picture->width,
                    picture->height, format.width, format.height);
    return picture;
}

} // namespace

bool is_known_format(FourCc format) {
    return std::find(known_formats.begin(), known_formats.end(), format) != known_formats.end();
}

bool is_compressed(FourCc format) {
    return format == camera_format::mjpg || format == camera_format::jpeg;
}

bool is_grey(FourCc format) {
    return format == camera_format::grey;
}

Result<Image> camera_picture(const DeviceFormat& format, std::span<const std::uint8_t> bytes) {
    if (!is_known_format(format.format) || format.width <= 0 || format.height <= 0)
        return fail(ErrorCode::unreadable, "An unknown pixel format");
    if (is_compressed(format.format)) return decode_motion_jpeg(format, bytes);
    if (format.stride < row_bytes(format.format, static_cast<std::size_t>(format.width)) ||
        bytes.size() < picture_bytes(format))
        return fail(ErrorCode::unreadable, "A frame of {} bytes is cut", bytes.size());

    Image picture(format.width, format.height,
                  is_grey(format.format) ? PixelFormat::gray8 : PixelFormat::rgb8);
    const std::uint8_t* data = bytes.data();
    const std::uint8_t* chroma = data + format.stride * static_cast<std::size_t>(format.height);
    switch (format.format) {
    case camera_format::yuyv:
        convert_packed(format, data, 0, picture);
        break;
    case camera_format::uyvy:
        convert_packed(format, data, 1, picture);
        break;
    case camera_format::nv12:
        convert_planar(format, data, {chroma, chroma + 1, format.stride, 2}, picture);
        break;
    case camera_format::yu12: {
        const std::size_t plane = format.stride / 2 * ((static_cast<std::size_t>(format.height) + 1) / 2);
        convert_planar(format, data, {chroma, chroma + plane, format.stride / 2, 1}, picture);
        break;
    }
    default:
        convert_rows(format, data, format.format == camera_format::bgr3, picture);
        break;
    }
    return picture;
}

} // namespace mien
