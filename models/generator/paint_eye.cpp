#include "models/generator/paint_eye.h"

#include "models/generator/eyeballs.h"
#include "models/generator/paint.h"
#include "models/generator/proportions.h"

namespace mien::head {

namespace {

// Linear colours: a green-hazel iris, golden round the pupil.
constexpr Vec3 white_colour{0.86, 0.83, 0.80};
constexpr Vec3 vein_colour{0.75, 0.42, 0.38};
constexpr Vec3 iris_outer{0.03, 0.115, 0.085};
constexpr Vec3 iris_middle{0.10, 0.25, 0.13};
constexpr Vec3 iris_inner{0.34, 0.21, 0.06};
constexpr Vec3 limbus_colour{0.02, 0.035, 0.03};

Vec3 iris_colour(double s, double turn) {
    // s: 0 at the pupil's edge, 1 at the limbus. Fibres run outwards; none repeats exactly.
    const Vec3 round{std::cos(turn) * 10, std::sin(turn) * 10, 0};
    const double fibre =
        0.6 * noise(round + Vec3{0, 0, s * 1.3}, 0.55) + 0.4 * noise(round + Vec3{0, 0, s * 2.0}, 0.27);
    Vec3 colour = mix(iris_inner, iris_middle, smooth_step(0.05, 0.42, s + 0.10 * fibre));
    colour = mix(colour, iris_outer, smooth_step(0.55, 1.0, s));
    colour *= 1.0 + 0.55 * fibre;
    // Light falls through the cornea from above and gathers in the lower half.
    colour *= 1.0 + 0.75 * smooth_step(0.25, -0.9, std::sin(turn)) * smooth_step(0.0, 0.5, s) *
                        smooth_step(1.0, 0.75, s);
    return mix(colour, limbus_colour, smooth_step(0.84, 1.0, s));
}

Vec3 eye_colour(double angle, double turn) {
    const double s = (angle - pupil_angle) / (iris_angle - pupil_angle);
    const Vec3 round{std::cos(turn) * angle * 20, std::sin(turn) * angle * 20, 0};
    Vec3 white = mix(white_colour, vein_colour, 0.22 * smooth_step(radians(45), radians(95), angle));
    white *= 1.0 + 0.02 * noise(round, 4);
    const Vec3 ball = mix(iris_colour(std::clamp(s, 0.0, 1.0), turn), white, smooth_step(0.97, 1.12, s));
    return mix(Vec3{0.004}, ball, smooth_step(-0.04, 0.06, s));
}

} // namespace

Image paint_eye_shade() {
    constexpr int size = 64;
    Image picture(size, size, PixelFormat::rgba8);
    for (int y = 0; y < size; ++y)
        for (int x = 0; x < size; ++x) {
            const double u = (x + 0.5) / size, v = (y + 0.5) / size;
            const double corner = 1 - std::pow(std::sin(pi * u), 0.5);
            const double shade =
                0.62 * smooth_step(0.42, 0.0, v) + 0.18 * smooth_step(0.85, 1.0, v) + 0.55 * corner;
            const auto row = picture.row(y);
            constexpr std::array<std::uint8_t, 3> colour{52, 22, 20};
            std::ranges::copy(colour, row.begin() + x * 4);
            row[std::size_t(x * 4 + 3)] = std::uint8_t(std::lround(255 * std::min(0.85, shade)));
        }
    return picture;
}

Image paint_eye() {
    constexpr int size = 512;
    Image picture(size, size, PixelFormat::rgb8);
    const double per_radian = eye_texture_radius(1.0);
    for (int y = 0; y < size; ++y)
        for (int x = 0; x < size; ++x) {
            const double u = (x + 0.5) / size - 0.5, v = 0.5 - (y + 0.5) / size;
            put_pixel(picture, x, y, eye_colour(std::hypot(u, v) / per_radian, std::atan2(v, u)));
        }
    return picture;
}

} // namespace mien::head
