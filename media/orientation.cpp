#include "media/orientation.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>

namespace mien {
namespace {

/// Where a pixel goes: its offset in the result is start + x * step_x + y * step_y pixels.
struct Mapping {
    std::ptrdiff_t start = 0;
    std::ptrdiff_t step_x = 0;
    std::ptrdiff_t step_y = 0;
};

Mapping mapping_of(Orientation orientation, std::ptrdiff_t width, std::ptrdiff_t height) {
    Mapping map;
    switch (orientation.quarter_turns % 4) {
    case 0:
        map = {0, 1, width};
        break;
    case 1: // x goes down, y goes left
        map = {height - 1, height, -1};
        break;
    case 2:
        map = {width * height - 1, -1, -width};
        break;
    default: // x goes up, y goes right
        map = {(width - 1) * height, -height, 1};
        break;
    }
    if (orientation.mirrored) {
        map.start += map.step_x * (width - 1);
        map.step_x = -map.step_x;
    }
    return map;
}

/// Copies in square tiles, so that both pictures stay in the cache when the sides change places.
template <std::size_t Channels>
void scatter(const Image& from, Image& to, const Mapping& map) {
    constexpr int tile = 32;
    for (int y0 = 0; y0 < from.height; y0 += tile) {
        for (int x0 = 0; x0 < from.width; x0 += tile) {
            const int x1 = std::min(x0 + tile, from.width);
            const int y1 = std::min(y0 + tile, from.height);
            for (int y = y0; y < y1; ++y) {
                const std::uint8_t* in = from.row(y).data() + static_cast<std::size_t>(x0) * Channels;
                std::ptrdiff_t at = map.start + map.step_x * x0 + map.step_y * y;
                for (int x = x0; x < x1; ++x, in += Channels, at += map.step_x)
                    std::memcpy(to.pixels.data() + static_cast<std::size_t>(at) * Channels, in, Channels);
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
    Image result = orientation.swaps_sides() ? Image(picture.height, picture.width, picture.format)
                                             : Image(picture.width, picture.height, picture.format);
    const Mapping map = mapping_of(orientation, picture.width, picture.height);
    switch (picture.format) {
    case PixelFormat::gray8:
        scatter<1>(picture, result, map);
        break;
    case PixelFormat::rgb8:
        scatter<3>(picture, result, map);
        break;
    case PixelFormat::rgba8:
        scatter<4>(picture, result, map);
        break;
    }
    return result;
}

} // namespace mien
