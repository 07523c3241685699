// What a tracker found in one picture: points, whether to trust them, and picture features. A plain value,
// stored in takes, so that a take can be solved again without its video.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/time.h"

namespace mien {

/// What the points mean. The number is the count of points, and is stored in takes: never change one.
enum class Scheme : std::uint16_t {
    none = 0,
    ibug68 = 68,   ///< iBUG 300-W order: 0-16 jaw, 17-26 brows, 27-35 nose, 36-47 eyes, 48-67 mouth
    mesh478 = 478, ///< MediaPipe's face mesh with irises: 468-472 the iris on the image's left, 473-477 on
                   ///< its right
};

[[nodiscard]] constexpr std::size_t point_count(Scheme scheme) {
    return static_cast<std::size_t>(scheme);
}

/// A landmark: x to the right and y down in pixels of the upright picture (the centre of the top left pixel
/// is 0.5, 0.5), z in the same unit, relative to the head's middle, smaller = nearer to the camera; 0 where
/// the scheme has no depth.
struct Landmark {
    float x = 0;
    float y = 0;
    float z = 0;
    bool operator==(const Landmark&) const = default;
};

/// How far the points of each part of the face can be trusted: 0..1, low where the part is hidden, turned
/// away, dark or tiny. 1 where the tracker does not judge it.
struct RegionQuality {
    float eyes = 1;
    float brows = 1;
    float mouth = 1;
    bool operator==(const RegionQuality&) const = default;
};

/// The result for one VideoFrame. Where `tracked` is false there are no points and no appearance: no face is
/// no data, never a ghost.
struct LandmarkFrame {
    Timestamp t;
    std::uint64_t index = 0;
    bool tracked = false;
    float quality = 0; ///< 0..1, low where the points cannot be trusted; 0 where not tracked
    Scheme scheme = Scheme::none;
    int image_width = 0; ///< pixels of the upright picture
    int image_height = 0;
    RegionQuality regions{};       ///< of the parts
    std::vector<Landmark> points;  ///< point_count(scheme) of them where tracked
    std::vector<float> appearance; ///< picture features that points cannot show; empty where none is measured
    bool operator==(const LandmarkFrame&) const = default;
};

} // namespace mien
