// A camera's bytes as an Image. Plain functions; any thread.
#pragma once

#include <span>

#include "base/image.h"
#include "base/result.h"
#include "capture/source/video_device.h"

namespace mien {

namespace camera_format {
constexpr FourCc mjpg = four_cc('M', 'J', 'P', 'G');
constexpr FourCc jpeg = four_cc('J', 'P', 'E', 'G');
constexpr FourCc yuyv = four_cc('Y', 'U', 'Y', 'V');
constexpr FourCc uyvy = four_cc('U', 'Y', 'V', 'Y');
constexpr FourCc nv12 = four_cc('N', 'V', '1', '2');
constexpr FourCc yu12 = four_cc('Y', 'U', '1', '2');
constexpr FourCc rgb3 = four_cc('R', 'G', 'B', '3');
constexpr FourCc bgr3 = four_cc('B', 'G', 'R', '3');
constexpr FourCc grey = four_cc('G', 'R', 'E', 'Y');
} // namespace camera_format

/// The formats above, and no others.
[[nodiscard]] bool is_known_format(FourCc format);
[[nodiscard]] bool is_compressed(FourCc format);
[[nodiscard]] bool is_grey(FourCc format);

/// rgb8, or gray8 for grey ones. YUV is BT.601 in the range 16..235, as V4L2 has it where a driver says
/// nothing; Motion JPEG may come without Huffman tables. Errors: unreadable (fewer bytes than a picture has,
/// damaged JPEG, a JPEG of another size, an unknown format).
[[nodiscard]] Result<Image> camera_picture(const DeviceFormat& format, std::span<const std::uint8_t> bytes);

} // namespace mien
