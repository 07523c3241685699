#include "capture/overlay.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <span>
#include <vector>

namespace mien {
namespace {

struct Colour {
    float red;
    float green;
    float blue;
};

constexpr Colour skin_line{235, 235, 235};
constexpr Colour lid_line{90, 220, 255};
constexpr Colour brow_line{255, 200, 90};
constexpr Colour lip_line{255, 110, 130};
constexpr Colour iris_line{150, 255, 120};

/// Points joined in this order.
struct Contour {
    std::vector<std::size_t> points;
    bool closed = false;
    Colour colour = skin_line;
};

// A line as a distance field: each pixel near it is covered by as much as its distance says.
void draw_segment(Image& picture, const Landmark& from, const Landmark& to, float width,
                  const Colour& colour) {
    if (!std::isfinite(from.x + from.y + to.x + to.y)) return;
    const float reach = width / 2 + 1;
    const auto limit = [](float at, int extent) {
        return static_cast<int>(std::clamp(at, 0.0F, static_cast<float>(extent)));
    };
    const int left = limit(std::min(from.x, to.x) - reach, picture.width);
    const int right = limit(std::max(from.x, to.x) + reach + 1, picture.width);
    const int top = limit(std::min(from.y, to.y) - reach, picture.height);
    const int bottom = limit(std::max(from.y, to.y) + reach + 1, picture.height);
    const float dx = to.x - from.x;
    const float dy = to.y - from.y;
    const float length_squared = std::max(dx * dx + dy * dy, 1e-12F);
    for (int y = top; y < bottom; ++y) {
        const auto row = picture.row(y);
        for (int x = left; x < right; ++x) {
            const float px = static_cast<float>(x) + 0.5F - from.x;
            const float py = static_cast<float>(y) + 0.5F - from.y;
            const float along = std::clamp((px * dx + py * dy) / length_squared, 0.0F, 1.0F);
            const float distance = std::hypot(px - along * dx, py - along * dy);
            const float cover = std::clamp(width / 2 + 0.5F - distance, 0.0F, 1.0F);
            if (cover <= 0) continue;
            std::uint8_t* pixel = &row[static_cast<std::size_t>(x) * 3];
            const auto mix = [cover](std::uint8_t old, float fresh) {
                return static_cast<std::uint8_t>(static_cast<float>(old) +
                                                 (fresh - static_cast<float>(old)) * cover + 0.5F);
            };
            pixel[0] = mix(pixel[0], colour.red);
            pixel[1] = mix(pixel[1], colour.green);
            pixel[2] = mix(pixel[2], colour.blue);
        }
    }
}

void draw_contour(Image& picture, std::span<const Landmark> points, const Contour& contour, float width) {
    for (std::size_t i = 0; i + 1 < contour.points.size(); ++i)
        draw_segment(picture, points[contour.points[i]], points[contour.points[i + 1]], width,
                     contour.colour);
    if (contour.closed && contour.points.size() > 2)
        draw_segment(picture, points[contour.points.back()], points[contour.points.front()], width,
                     contour.colour);
}

// A circle round the iris' first point through its four others.
void draw_iris(Image& picture, std::span<const Landmark> iris, float width) {
    float radius = 0;
    for (std::size_t i = 1; i < iris.size(); ++i)
        radius +=
            std::hypot(iris[i].x - iris[0].x, iris[i].y - iris[0].y) / static_cast<float>(iris.size() - 1);
    constexpr int sides = 24;
    Landmark from{iris[0].x + radius, iris[0].y, 0};
    for (int i = 1; i <= sides; ++i) {
        const float angle = 2 * 3.14159265F * static_cast<float>(i) / sides;
        const Landmark to{iris[0].x + radius * std::cos(angle), iris[0].y + radius * std::sin(angle), 0};
        draw_segment(picture, from, to, width, iris_line);
        from = to;
    }
}

const std::vector<Contour>& mesh_contours() {
    static const std::vector<Contour> contours = {
        {{10,  338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377,
          152, 148, 176, 149, 150, 136, 172, 58,  132, 93,  234, 127, 162, 21,  54,  103, 67,  109},
         true,
         skin_line},
        {{33, 246, 161, 160, 159, 158, 157, 173, 133, 155, 154, 153, 145, 144, 163, 7}, true, lid_line},
        {{263, 466, 388, 387, 386, 385, 384, 398, 362, 382, 381, 380, 374, 373, 390, 249}, true, lid_line},
        {{70, 63, 105, 66, 107, 55, 65, 52, 53, 46}, true, brow_line},
        {{300, 293, 334, 296, 336, 285, 295, 282, 283, 276}, true, brow_line},
        {{61, 185, 40, 39, 37, 0, 267, 269, 270, 409, 291, 375, 321, 405, 314, 17, 84, 181, 91, 146},
         true,
         lip_line},
        {{78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308, 324, 318, 402, 317, 14, 87, 178, 88, 95},
         true,
         lip_line},
        {{168, 6, 197, 195, 5, 4}, false, skin_line},
        {{129, 64, 98, 97, 2, 326, 327, 294, 358}, false, skin_line},
    };
    return contours;
}

// Points first .. last, in their own order.
Contour range(std::size_t first, std::size_t last, bool closed, const Colour& colour) {
    Contour contour{{}, closed, colour};
    for (std::size_t i = first; i <= last; ++i) contour.points.push_back(i);
    return contour;
}

const std::vector<Contour>& ibug_contours() {
    static const std::vector<Contour> contours = {
        range(0, 16, false, skin_line),  range(17, 21, false, brow_line), range(22, 26, false, brow_line),
        range(27, 30, false, skin_line), range(31, 35, false, skin_line), range(36, 41, true, lid_line),
        range(42, 47, true, lid_line),   range(48, 59, true, lip_line),   range(60, 67, true, lip_line),
    };
    return contours;
}

// A bar in the lower left corner: its length is the quality, its colour goes from red to green with it.
void draw_quality(Image& picture, float quality) {
    const float q = std::isfinite(quality) ? std::clamp(quality, 0.0F, 1.0F) : 0;
    const float unit = static_cast<float>(std::min(picture.width, picture.height)) / 40;
    const float left = unit;
    const float y = static_cast<float>(picture.height) - unit;
    const float length = 8 * unit;
    draw_segment(picture, {left, y, 0}, {left + length, y, 0}, unit * 0.5F, {40, 40, 40});
    if (q > 0)
        draw_segment(picture, {left, y, 0}, {left + length * q, y, 0}, unit * 0.3F,
                     {255 * std::min(1.0F, 2 - 2 * q), 220 * std::min(1.0F, 2 * q), 60});
}

} // namespace

void draw_landmarks(Image& picture, const LandmarkFrame& frame) {
    assert(picture.format == PixelFormat::rgb8);
    if (!frame.tracked || picture.empty() || frame.points.size() != point_count(frame.scheme) ||
        frame.points.empty())
        return;
    const auto [left, right] =
        std::minmax_element(frame.points.begin(), frame.points.end(),
                            [](const Landmark& a, const Landmark& b) { return a.x < b.x; });
    const float width = std::clamp((right->x - left->x) / 150, 0.7F, 6.0F);
    const std::span<const Landmark> points(frame.points);
    const auto& contours = frame.scheme == Scheme::mesh478 ? mesh_contours() : ibug_contours();
    for (const Contour& contour : contours) draw_contour(picture, points, contour, width);
    if (frame.scheme == Scheme::mesh478) {
        draw_iris(picture, points.subspan(468, 5), width);
        draw_iris(picture, points.subspan(473, 5), width);
    }
    draw_quality(picture, frame.quality);
}

} // namespace mien
