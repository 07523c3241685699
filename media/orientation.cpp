#include "media/orientation.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>

namespace mien {
namespace {

/// Where a pixel comes from: start + x * step_x + y * step_y bytes, for column x and row y of the result.
struct Mapping {
    std::ptrdiff_t start = 0;
    std::ptrdiff_t step_x = 0;
    std::ptrdiff_t step_y = 0;
};

Mapping mapping_of(Orientation orientation, const PixelView& from) {
    const std::ptrdiff_t right = orientation.mirrored ? -channels_of(from.format) : channels_of(from.format);
    const auto down = static_cast<std::ptrdiff_t>(from.stride);
    const std::ptrdiff_t last_column = right * (from.width - 1); // seen from the first, mirrored or not
    const std::ptrdiff_t last_row = down * (from.height - 1);
    const std::ptrdiff_t first = orientation.mirrored ? -last_column : 0;
    switch (orientation.quarter_turns % 4) {
    case 0:
        return {first, right, down};
    case 1: // the result's rows are columns read upwards
        return {first + last_row, -down, right};
    case 2:
        return {first + last_column + last_row, -right, -down};
    default: // columns read downwards, from the right
        return {first + last_column, down, -right};
    }
}

/// Copies in square tiles, so that both pictures stay in the cache where the sides change places.
template <std::size_t Channels>
void gather(const std::uint8_t* from, const Mapping& map, Image& to) {
    constexpr int tile = 32;
    for (int y0 = 0; y0 < to.height; y0 += tile) {
        for (int x0 = 0; x0 < to.width; x0 += tile) {
            const int x1 = std::min(x0 + tile, to.width);
            const int y1 = std::min(y0 + tile, to.height);
            for (int y = y0; y < y1; ++y) {
                std::uint8_t* out = to.row(y).data() + static_cast<std::size_t>(x0) * Channels;
                const std::uint8_t* in = from + map.start + map.step_x * x0 + map.step_y * y;
                for (int x = x0; x < x1; ++x, out += Channels, in += map.step_x)
                    std::memcpy(out, in, Channels);
            }
        }
    }
}

} // namespace

Orientation orientation_from_exif(int value) {
    // Index = tag value; the names of the values say where row 0 and column 0 of the file lie.
    static constexpr std::array<Orientation, 9> table = {{
        {false, 0}, // not a value
        {false, 0}, // 1 top, left
        {true, 0},  // 2 top, right
        {false, 2}, // 3 bottom, right
        {true, 2},  // 4 bottom, left
        {true, 3},  // 5 left, top
        {false, 1}, // 6 right, top
        {true, 1},  // 7 right, bottom
        {false, 3}, // 8 left, bottom
    }};
    return value >= 1 && value <= 8 ? table[static_cast<std::size_t>(value)] : Orientation{};
}

Image oriented(Image picture, Orientation orientation) {
    if (orientation.upright() || picture.empty()) return picture;
    return oriented_copy(
        {picture.pixels.data(), picture.stride(), picture.width, picture.height, picture.format},
        orientation);
}

Image oriented_copy(const PixelView& picture, Orientation orientation) {
    Image result = orientation.swaps_sides() ? Image(picture.height, picture.width, picture.format)
                                             : Image(picture.width, picture.height, picture.format);
    if (result.empty()) return result;
    if (orientation.upright()) {
        for (int y = 0; y < result.height; ++y)
            std::copy_n(picture.data + static_cast<std::size_t>(y) * picture.stride, result.stride(),
                        result.row(y).data());
        return result;
    }
    const Mapping map = mapping_of(orientation, picture);
    switch (picture.format) {
    case PixelFormat::gray8:
        gather<1>(picture.data, map, result);
        break;
    case PixelFormat::rgb8:
        gather<3>(picture.data, map, result);
        break;
    case PixelFormat::rgba8:
        gather<4>(picture.data, map, result);
        break;
    }
    return result;
}

} // namespace mien
