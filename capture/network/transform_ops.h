// MediaPipe's operators of the attention mesh: a region of the feature map is cut out around some of the
// landmarks, and what is found in it is put back. Semantics as in the 0.4 packages' own operators, version 2.
#pragma once

#include <span>

#include "capture/network/graph.h"

namespace mien::network {

/// points: n x `dimensions` (x, y first), in pixels of a map. matrix (row major 4x4): pixel corner
/// coordinates of the region's map -> those of the points' map: the level, scaled box round the subset's
/// points.
void landmarks_to_matrix(std::span<const float> points, int dimensions, const RegionOptions& options,
                         std::span<float, 16> matrix);

/// A map of `width` x `height` pixels; `pixel_stride` and `row_stride` in floats.
struct MapView {
    const float* data = nullptr;
    int width = 0;
    int height = 0;
    int channels = 0;
    std::size_t pixel_stride = 0;
    std::size_t row_stride = 0;
};
struct MutableMapView {
    float* data = nullptr;
    int width = 0;
    int height = 0;
    std::size_t pixel_stride = 0;
    std::size_t row_stride = 0;
};

/// Bilinear; pixels whose place lies outside the map are 0. All `from.channels` channels are written.
void transform_map(const MapView& from, std::span<const float, 16> matrix, const MutableMapView& to);

/// points: n x 2, in place or not: x' = m00 x + m01 y + m03, y' = m10 x + m11 y + m13.
void transform_landmarks(std::span<const float> points, std::span<const float, 16> matrix,
                         std::span<float> transformed);

} // namespace mien::network
