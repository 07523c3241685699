#include "capture/source/camera_mode.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "capture/source/camera_picture.h"

namespace mien {
namespace {

/// How far a size is from the wanted one: by how many octaves width and height differ.
double size_distance(const DeviceMode& mode, const SourceOptions& wanted) {
    return std::abs(std::log2(static_cast<double>(mode.width) / std::max(1, wanted.width))) +
           std::abs(std::log2(static_cast<double>(mode.height) / std::max(1, wanted.height)));
}

/// Lexicographic, smaller is better.
auto rank_of(const DeviceMode& mode, const SourceOptions& wanted) {
    const double rate = mode.interval.rate();
    const bool reaches = rate >= 0.95 * wanted.rate;
    const int compressed = is_compressed(mode.format) ? 1 : 0;
    const int grey = is_grey(mode.format) ? 1 : 0;
    return std::tuple(size_distance(mode, wanted), grey, reaches ? 0 : 1, reaches ? compressed : 0,
                      reaches ? rate : -rate, compressed);
}

} // namespace

std::vector<DeviceMode> ranked_modes(std::vector<DeviceMode> modes, const SourceOptions& wanted) {
    std::erase_if(modes, [](const DeviceMode& mode) { return mode.width <= 0 || mode.height <= 0; });
    std::stable_sort(modes.begin(), modes.end(), [&](const DeviceMode& a, const DeviceMode& b) {
        return rank_of(a, wanted) < rank_of(b, wanted);
    });
    return modes;
}

} // namespace mien
