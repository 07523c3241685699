#include "capture/source/synthetic_face.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace mien {
namespace {

constexpr int picture_width = 640;
constexpr int picture_height = 480;
constexpr float head_pixels = 165; ///< half the head's height

struct Vec {
    float x = 0;
    float y = 0;
    float z = 0;
};

constexpr Vec operator+(Vec a, Vec b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
constexpr Vec operator*(Vec a, float s) {
    return {a.x * s, a.y * s, a.z * s};
}
constexpr Vec operator*(Vec a, Vec b) {
    return {a.x * b.x, a.y * b.y, a.z * b.z};
}
constexpr float dot(Vec a, Vec b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
Vec normalised(Vec a) {
    return a * (1 / std::sqrt(dot(a, a)));
}
constexpr Vec mix(Vec a, Vec b, float t) {
    return a * (1 - t) + b * t;
}
constexpr float clamp01(float x) {
    return std::clamp(x, 0.0f, 1.0f);
}
/// The nearest 8-bit value.
constexpr std::uint8_t byte_of(float x) {
    return static_cast<std::uint8_t>(std::clamp(x + 0.5f, 0.0f, 255.0f));
}
constexpr float smooth(float from, float to, float x) {
    const float t = clamp01((x - from) / (to - from));
    return t * t * (3 - 2 * t);
}
/// A hill of height 1 with soft flanks: exp(-q) by (1 - q/4)^4, which is cheap and ends.
constexpr float hill(float x, float y, float width, float height) {
    const float q = (x * x) / (width * width) + (y * y) / (height * height);
    const float k = std::max(0.0f, 1 - q / 4);
    return k * k * k * k;
}

// Colours, sRGB 0..255. Chosen by eye.
constexpr Vec skin{226, 176, 146};
constexpr Vec skin_shadow{150, 96, 80};
constexpr Vec hair{58, 40, 32};
constexpr Vec brow{62, 44, 36};
constexpr Vec lip{176, 82, 84};
constexpr Vec mouth_inside{58, 18, 24};
constexpr Vec teeth{236, 232, 224};
constexpr Vec sclera{240, 238, 234};
constexpr Vec iris{74, 104, 92};
constexpr Vec lash{34, 24, 22};
constexpr Vec shirt{52, 74, 110};

/// The head's half axes, in units of half its height.
constexpr Vec axes{0.74f, 1.0f, 0.86f};
constexpr Vec inverse_axes{1 / axes.x, 1 / axes.y, 1 / axes.z};

/// Rows of the rotation R = Ry(yaw) Rx(pitch) Rz(roll) of DESIGN's space (y up, z towards the camera).
struct Rotation {
    Vec rows[3];
    [[nodiscard]] Vec apply(Vec v) const { return {dot(rows[0], v), dot(rows[1], v), dot(rows[2], v)}; }
    [[nodiscard]] Vec apply_inverse(Vec v) const { return rows[0] * v.x + rows[1] * v.y + rows[2] * v.z; }
};

Rotation rotation_of(const SyntheticPose& pose) {
    constexpr float radians = 3.14159265f / 180;
    const float cy = std::cos(pose.yaw * radians), sy = std::sin(pose.yaw * radians);
    const float cx = std::cos(pose.pitch * radians), sx = std::sin(pose.pitch * radians);
    const float cz = std::cos(pose.roll * radians), sz = std::sin(pose.roll * radians);
    return {{{cy * cz + sy * sx * sz, -cy * sz + sy * sx * cz, sy * cx},
             {cx * sz, cx * cz, -sx},
             {-sy * cz + cy * sx * sz, sy * sz + cy * sx * cz, cy * cx}}};
}

/// A bump of the surface, mirrored to both sides where `x` is not 0; sizes in half head heights.
struct Bump {
    float x, y, width, height, rise;
};
constexpr std::array bumps = {
    Bump{0, -0.08f, 0.075f, 0.28f, 0.07f},     // bridge of the nose
    Bump{0, -0.30f, 0.10f, 0.09f, 0.10f},      // its tip
    Bump{0.10f, -0.33f, 0.05f, 0.05f, 0.045f}, // its wings
    Bump{0.28f, 0.05f, 0.17f, 0.11f, -0.055f}, // eye sockets
    Bump{0.26f, 0.24f, 0.22f, 0.07f, 0.03f},   // brow ridge
    Bump{0.38f, -0.24f, 0.18f, 0.16f, 0.03f},  // cheeks
    Bump{0, -0.86f, 0.16f, 0.10f, 0.03f},      // chin
    Bump{0, -0.58f, 0.22f, 0.09f, 0.02f},      // lips
};

/// How steeply the bumps rise to the right and upwards at a place of the face. They only shade.
Vec slope_of_bumps(float x, float y) {
    const float ax = std::abs(x);
    Vec slope;
    for (const Bump& bump : bumps) {
        const float dx = ax - bump.x;
        const float dy = y - bump.y;
        const float over_width = dx / (bump.width * bump.width);
        const float over_height = dy / (bump.height * bump.height);
        const float k = std::max(0.0f, 1 - (dx * over_width + dy * over_height) / 4);
        const float steep = -2 * bump.rise * k * k * k; // the derivative of hill()
        slope.x += steep * over_width;
        slope.y += steep * over_height;
    }
    if (x < 0) slope.x = -slope.x;
    return slope;
}

class Face {
public:
    explicit Face(const SyntheticPose& pose) : pose_(pose) {}

    /// The colour painted at a place of the face (x to the image's right, y up, in half head heights), before
    /// shading. `soft` is the size of a pixel.
    [[nodiscard]] Vec paint(float x, float y, float soft) const {
        Vec colour = skin;
        const float ax = std::abs(x);
        colour = mix(colour, Vec{232, 150, 130}, 0.35f * hill(ax - 0.40f, y + 0.26f, 0.16f, 0.14f));
        colour = mix(colour, skin_shadow, 0.55f * hill(ax - 0.075f, y + 0.385f, 0.035f, 0.022f)); // nostrils
        colour = mix(colour, skin_shadow, 0.25f * hill(x, y + 0.405f, 0.10f, 0.03f));
        if (ax < 0.55f && y > 0.10f && y < 0.55f) colour = paint_brow(colour, ax, y, soft);
        if (ax < 0.55f && std::abs(y - 0.03f) < 0.20f) colour = paint_eye(colour, x, y, soft);
        if (ax < 0.45f && y < -0.40f) colour = paint_mouth(colour, x, y, soft);
        const float temple = std::max(0.0f, ax - 0.44f);
        const float hairline = 0.66f - 0.25f * ax * ax - 6.5f * temple * std::sqrt(temple);
        return mix(colour, hair, smooth(-2 * soft, 2 * soft, y - hairline));
    }

private:
    [[nodiscard]] Vec paint_brow(Vec under, float ax, float y, float soft) const {
        const float s = (ax - 0.29f) / 0.19f; // -1 inner end .. 1 outer end
        if (std::abs(s) > 1.2f) return under;
        const float middle = 0.245f + 0.07f * pose_.brows_up - 0.045f * s * s + 0.015f * s;
        const float thick =
            0.036f * (1 - 0.45f * std::max(0.0f, s)) * std::sqrt(std::max(0.0f, 1.2f - std::abs(s)));
        return mix(under, brow, 0.9f * smooth(thick + soft, thick - soft, std::abs(y - middle)));
    }

    [[nodiscard]] Vec paint_eye(Vec under, float x, float y, float soft) const {
        const float centre = x < 0 ? -0.285f : 0.285f;
        const float dx = x - centre;
        const float s = dx / 0.145f;
        const float arch = std::max(0.0f, 1 - s * s);
        const float open = 1 - pose_.blink;
        const float top = 0.03f + arch * (0.082f * open - 0.030f * pose_.blink);
        const float bottom = 0.03f - arch * (0.050f - 0.015f * pose_.smile);
        const float inside =
            smooth(-soft, soft, top - y) * smooth(-soft, soft, y - bottom) * (std::abs(s) < 1 ? 1.0f : 0.0f);
        const float gx = dx - 0.035f * pose_.gaze;
        const float gy = y - 0.040f;
        const float r = std::sqrt(gx * gx + gy * gy);
        Vec eye = mix(sclera, sclera * 0.72f, smooth(0.03f, -0.01f, top - y)); // the lid's shadow
        eye = mix(eye, iris, smooth(0.070f + soft, 0.070f - soft, r));
        eye = mix(eye, Vec{12, 12, 14}, smooth(0.030f + soft, 0.030f - soft, r));
        const float hx = gx + 0.022f;
        const float hy = gy - 0.026f;
        eye =
            mix(eye, Vec{255, 255, 255}, smooth(0.016f + soft, 0.016f - soft, std::sqrt(hx * hx + hy * hy)));
        Vec colour = mix(under, eye, inside);
        if (const float fade = smooth(1.1f, 0.9f, std::abs(s)); fade > 0) {
            const float line = std::abs(y - top);
            colour = mix(colour, lash, fade * smooth(0.016f + soft, 0.016f - soft, line));
            const float crease = std::abs(y - (0.03f + arch * 0.115f));
            colour = mix(colour, skin_shadow, 0.45f * fade * smooth(0.010f + soft, 0.010f - soft, crease));
            colour = mix(colour, skin_shadow,
                         0.4f * fade * smooth(0.008f + soft, 0.008f - soft, std::abs(y - bottom)));
        }
        return colour;
    }

    [[nodiscard]] Vec paint_mouth(Vec under, float x, float y, float soft) const {
        const float half_width = 0.225f + 0.07f * pose_.smile - 0.035f * pose_.jaw_open;
        const float s = x / half_width;
        if (std::abs(s) > 1.25f) return under;
        const float arch = std::max(0.0f, 1 - s * s);
        const float corner = -0.585f + 0.075f * pose_.smile * s * s; // the corners rise with a smile
        const float inner_top = corner + arch * 0.025f * pose_.jaw_open;
        const float inner_bottom = corner - std::sqrt(arch) * 0.20f * pose_.jaw_open;
        const float bow = 0.012f * std::cos(3.0f * s) * arch;
        const float outer_top = inner_top + std::sqrt(arch) * 0.055f + bow;
        const float outer_bottom = inner_bottom - std::sqrt(arch) * 0.075f;
        const float lips = smooth(-soft, soft, outer_top - y) * smooth(-soft, soft, y - outer_bottom) *
                           (std::abs(s) < 1 ? 1.0f : 0.0f);
        const float light = smooth(0.05f, 0.0f, std::abs(y - (inner_bottom + outer_bottom) / 2)) * 0.3f;
        Vec colour = mix(under, mix(lip, Vec{226, 150, 146}, light), lips);
        if (std::abs(s) < 1) {
            const float inside = smooth(-soft, soft, inner_top - y) * smooth(-soft, soft, y - inner_bottom);
            const float upper_teeth = smooth(-soft, soft, y - (inner_top - 0.055f));
            const Vec cavity = mix(mouth_inside, teeth, upper_teeth * clamp01(pose_.jaw_open * 4));
            colour = mix(colour, cavity, inside);
            const float seam = smooth(0.010f + soft, 0.010f - soft, std::abs(y - inner_top));
            colour = mix(colour, Vec{96, 36, 42}, 0.8f * seam);
        }
        return colour;
    }

    SyntheticPose pose_;
};

class Painter {
public:
    explicit Painter(const SyntheticPose& pose)
        : pose_(pose), face_(pose), rotation_(rotation_of(pose)),
          ray_(inverse_axes * rotation_.apply_inverse({0, 0, 1})), ray_squared_(dot(ray_, ray_)) {}

    [[nodiscard]] Image draw() const {
        Image picture(picture_width, picture_height, PixelFormat::rgb8);
        for (int y = 0; y < picture.height; ++y) {
            std::uint8_t* to = picture.row(y).data();
            for (int x = 0; x < picture.width; ++x, to += 3) {
                const Vec colour = colour_at(static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f);
                to[0] = byte_of(colour.x);
                to[1] = byte_of(colour.y);
                to[2] = byte_of(colour.z);
            }
        }
        return picture;
    }

private:
    [[nodiscard]] Vec colour_at(float px, float py) const {
        // In half head heights from the head's middle, y up.
        const float u = (px - picture_width / 2.0f - pose_.x) / head_pixels;
        const float v = (picture_height / 2.0f - py - pose_.y) / head_pixels;
        Vec colour = background(px, py);
        colour = paint_body(colour, u, v);
        return paint_head(colour, u, v);
    }

    static Vec background(float px, float py) {
        const float light = 1 - 0.25f * (px / picture_width) - 0.15f * (py / picture_height);
        return Vec{176, 186, 190} * light;
    }

    static Vec paint_body(Vec under, float u, float v) {
        const float soft = 1 / head_pixels;
        if (v > -0.2f) return under;
        const float slope = 1.15f + 0.42f * u * u;
        const float shirt_edge = smooth(-2 * soft, 2 * soft, -v - slope);
        const float neck = smooth(-2 * soft, 2 * soft, 0.36f - std::abs(u)) * smooth(0, 0.02f, -v - 0.3f);
        const float neck_shade = 0.62f - 0.5f * u * u - 0.12f * u;
        Vec colour = mix(under, skin * neck_shade, neck);
        const float collar = smooth(-2 * soft, 2 * soft, u * u * 2.2f - v - 1.42f);
        return mix(colour, shirt * (0.95f - 0.25f * u), shirt_edge * collar);
    }

    [[nodiscard]] Vec paint_head(Vec under, float u, float v) const {
        if (u * u + v * v > 1.4f) return under;
        // An egg: narrower towards the chin.
        const float narrow = 1 - 0.20f * smooth(-0.1f, -1.1f, v);
        const Vec start = inverse_axes * rotation_.apply_inverse({u / narrow, v, 0});
        const float along = dot(start, ray_);
        // 1 - (distance from the head's axis of view)^2, 1 at the middle and 0 at the outline.
        const float depth = 1 - (dot(start, start) - along * along / ray_squared_);
        if (depth < -0.25f) return under;
        const float from_edge = (1 - std::sqrt(std::max(0.0f, 1 - depth))) * head_pixels * 0.8f; // pixels
        Vec colour = mix(under, hair * 0.8f, clamp01(from_edge + 9.5f) * smooth(-0.30f, 0.15f, v));
        if (from_edge < -0.5f) return colour;

        const float z = (-along + std::sqrt(std::max(0.0f, depth * ray_squared_))) / ray_squared_;
        const Vec place = rotation_.apply_inverse({u / narrow, v, z});
        Vec normal = place * inverse_axes * inverse_axes;
        const bool front = place.z > -0.4f;
        if (front) normal = normal + slope_of_bumps(place.x, place.y) * -1.6f; // exaggerated, by eye
        const Vec shown = rotation_.apply(normalised(normal));
        static const Vec light = normalised({-0.45f, 0.55f, 0.75f});
        const float shade = 0.52f + 0.58f * std::max(0.0f, dot(shown, light)) + 0.06f * shown.z;
        const Vec paint = front ? face_.paint(place.x, place.y, 1.2f / head_pixels) : hair;
        return mix(colour, paint * shade, clamp01(from_edge + 0.5f));
    }

    SyntheticPose pose_;
    Face face_;
    Rotation rotation_;
    Vec ray_; ///< the direction of view in the unit sphere that the head's ellipsoid comes from
    float ray_squared_;
};

/// 0, but 1 for a moment in each `period` seconds, smoothly.
float pulse(double t, double period, double length) {
    const double phase = std::fmod(t, period);
    if (phase >= length) return 0;
    return static_cast<float>(0.5 - 0.5 * std::cos(phase / length * 6.283185307179586));
}

float wave(double t, double period, double phase = 0) {
    return static_cast<float>(std::sin(6.283185307179586 * (t / period + phase)));
}

} // namespace

SyntheticPose synthetic_pose(Timestamp t) {
    const double s = t.seconds();
    return {.yaw = 13 * wave(s, 5.1),
            .pitch = 5 * wave(s, 7.3, 0.2),
            .roll = 5 * wave(s, 6.1, 0.4),
            .x = 26 * wave(s, 8.9),
            .y = 8 * wave(s, 5.7, 0.3) - 4,
            .jaw_open = std::max(pulse(s, 2.6, 1.2), 0.6f * pulse(s + 0.9, 3.7, 0.8)),
            .smile = 0.5f + 0.5f * wave(s, 6.7, 0.1),
            .blink = pulse(s + 1.0, 3.1, 0.35),
            .brows_up = pulse(s + 2.0, 4.3, 1.4),
            .gaze = 0.7f * wave(s, 4.7, 0.6)};
}

Image draw_synthetic_face(const SyntheticPose& pose) {
    return Painter(pose).draw();
}

} // namespace mien
