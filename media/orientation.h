// How a stored picture must be turned to stand upright: EXIF tags of stills and display matrices of films
// mean the same eight cases. Plain functions; any thread.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/image.h"

namespace mien {

/// The upright picture is the stored one mirrored left to right (if `mirrored`), then turned clockwise by
/// `quarter_turns` times 90 degrees.
struct Orientation {
    bool mirrored = false;
    std::uint8_t quarter_turns = 0; ///< 0..3

    [[nodiscard]] bool upright() const { return !mirrored && quarter_turns == 0; }
    /// True where width and height change places.
    [[nodiscard]] bool swaps_sides() const { return quarter_turns % 2 == 1; }
    bool operator==(const Orientation&) const = default;
};

/// Of the EXIF tag 0x0112 (values 1..8, TIFF 6.0 page 36); anything else counts as upright.
[[nodiscard]] Orientation orientation_from_exif(int value);

/// Pixels that lie somewhere in memory, rows possibly longer than the picture is wide.
struct PixelView {
    const std::uint8_t* data = nullptr;
    std::size_t stride = 0; ///< bytes from one row to the next
    int width = 0;
    int height = 0;
    PixelFormat format = PixelFormat::rgb8;
};

/// The picture set upright.
[[nodiscard]] Image oriented(Image picture, Orientation orientation);
/// The same as a copy.
[[nodiscard]] Image oriented_copy(const PixelView& picture, Orientation orientation);

} // namespace mien
