#include "models/generator/paint_hair.h"

#include "models/generator/paint.h"

namespace mien::head {

Image paint_hair() {
    constexpr int size = 256;
    constexpr Vec3 root{0.060, 0.022, 0.010}, middle{0.20, 0.075, 0.028}, tip{0.36, 0.155, 0.058};
    Image picture(size, size, PixelFormat::rgb8);
    for (int y = 0; y < size; ++y)
        for (int x = 0; x < size; ++x) {
            const double v = (y + 0.5) / size;
            // On a circle, so that the right edge meets the left one.
            const double turn = 2 * pi * (x + 0.5) / size;
            const Vec3 round{std::cos(turn) * 20, std::sin(turn) * 20, 0};
            const double strand =
                0.6 * noise(round + Vec3{0, 0, v * 1.2}, 1.1) + 0.4 * noise(round + Vec3{0, 0, v * 2}, 0.45);
            Vec3 colour = mix(root, middle, smooth_step(0.0, 0.4, v));
            colour = mix(colour, tip, smooth_step(0.35, 1.0, v + 0.18 * strand));
            put_pixel(picture, x, y, colour * (1.0 + 0.45 * strand));
        }
    return picture;
}

} // namespace mien::head
