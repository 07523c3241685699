// A picture in memory: 8 bits a channel, rows without padding, first row on top. A plain value: copying
// copies the pixels, moving is free. Any thread.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace mien {

/// Channels of a pixel, in memory order. Colour is sRGB; alpha is straight (not premultiplied) unless
/// a function says otherwise.
enum class PixelFormat : std::uint8_t { gray8 = 1, rgb8 = 3, rgba8 = 4 };

[[nodiscard]] constexpr int channels_of(PixelFormat format) {
    return static_cast<int>(format);
}

/// width x height pixels. An empty Image has both 0.
struct Image {
    int width = 0;
    int height = 0;
    PixelFormat format = PixelFormat::rgb8;
    std::vector<std::uint8_t> pixels; ///< height * width * channels bytes

    Image() = default;
    /// A picture of zeros (black; transparent where there is alpha). Sizes must not be negative.
    Image(int w, int h, PixelFormat f)
        : width(w), height(h), format(f), pixels(static_cast<std::size_t>(w) * static_cast<std::size_t>(h) *
                                                 static_cast<std::size_t>(channels_of(f))) {}

    [[nodiscard]] bool empty() const { return width == 0 || height == 0; }
    [[nodiscard]] int channels() const { return channels_of(format); }
    /// Bytes from one row to the next.
    [[nodiscard]] std::size_t stride() const {
        return static_cast<std::size_t>(width) * static_cast<std::size_t>(channels());
    }
    [[nodiscard]] std::span<std::uint8_t> row(int y) {
        assert(y >= 0 && y < height);
        return {pixels.data() + static_cast<std::size_t>(y) * stride(), stride()};
    }
    [[nodiscard]] std::span<const std::uint8_t> row(int y) const {
        assert(y >= 0 && y < height);
        return {pixels.data() + static_cast<std::size_t>(y) * stride(), stride()};
    }
    bool operator==(const Image&) const = default;
};

/// The same picture with other channels. Grey is Rec. 601 luma of the sRGB values; alpha becomes 255
/// where there was none and is dropped (not blended) where there was some.
[[nodiscard]] Image convert(const Image& picture, PixelFormat format);

} // namespace mien
