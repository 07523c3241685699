// Textures, drawn from the surface itself: each texel asks what lies there on the head.
#pragma once

#include <functional>
#include <vector>

#include "base/image.h"
#include "models/generator/shapes.h"

namespace mien::head {

/// What a texel of a piece's texture lies on, interpolated over its triangle.
struct SurfacePoint {
    Vec3 position;
    Vec3 normal;
    double inward = 0; ///< FacePoint::inward
    double shade = 0;  ///< FacePoint::shade
    double light = 1;  ///< 1 open surface, 0 deep crease; from `lights`
};

using Painter = std::function<Vec3(const SurfacePoint&)>; ///< linear colour

/// A size x size picture; what no triangle covers is filled from its neighbours. `lights`: by vertex.
[[nodiscard]] Image paint_piece(const Piece& piece, const std::vector<double>& lights, int size,
                                const Painter& painter);

/// Linear colour to the three sRGB bytes of a pixel.
void put_pixel(Image& picture, int x, int y, const Vec3& linear);

/// Smooth noise, about -1 to 1, that changes over `size` millimetres. The same everywhere and always.
[[nodiscard]] double noise(const Vec3& p, double size);

} // namespace mien::head
