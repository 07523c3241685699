#include "capture/tracker/grey_window.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <vector>

namespace mien {
namespace {

float sample(const Image& picture, float x, float y) {
    const float cx = std::clamp(x, 0.0F, static_cast<float>(picture.width - 1));
    const float cy = std::clamp(y, 0.0F, static_cast<float>(picture.height - 1));
    const int x0 = static_cast<int>(cx);
    const int y0 = static_cast<int>(cy);
    const int x1 = std::min(x0 + 1, picture.width - 1);
    const int y1 = std::min(y0 + 1, picture.height - 1);
    const float fx = cx - static_cast<float>(x0);
    const float fy = cy - static_cast<float>(y0);
    const float up = brightness(picture, x0, y0) * (1 - fx) + brightness(picture, x1, y0) * fx;
    const float down = brightness(picture, x0, y1) * (1 - fx) + brightness(picture, x1, y1) * fx;
    return up + (down - up) * fy;
}

} // namespace

float brightness(const Image& picture, int x, int y) {
    const auto channels = static_cast<std::size_t>(picture.channels());
    const std::uint8_t* p = &picture.row(y)[static_cast<std::size_t>(x) * channels];
    return static_cast<float>(channels < 3 ? *p : (77 * p[0] + 150 * p[1] + 29 * p[2]) / 256);
}

GreyWindow::GreyWindow(const Image& picture, const GreyWindowOptions& options)
    : options_(options), grey_(options.width, options.height, PixelFormat::gray8) {
    assert(!picture.empty());
    // Samples of a pixel, around its middle.
    constexpr float alone[] = {0};
    constexpr float apart[] = {-0.25F, 0.25F};
    const std::span<const float> offsets = options.scale < 0.5F ? std::span<const float>(apart) : alone;
    const float weight = options.gain / static_cast<float>(offsets.size() * offsets.size());
    const Landmark first = to_picture(0.5F, 0.5F);
    const float step_x = std::cos(options.rotation) / options.scale;
    const float step_y = std::sin(options.rotation) / options.scale;
    for (int j = 0; j < options.height; ++j) {
        const auto row = grey_.row(j);
        for (int i = 0; i < options.width; ++i) {
            float sum = 0;
            for (const float dv : offsets) {
                for (const float du : offsets) {
                    const float u = static_cast<float>(i) + du;
                    const float v = static_cast<float>(j) + dv;
                    sum += sample(picture, first.x + step_x * u - step_y * v - 0.5F,
                                  first.y + step_y * u + step_x * v - 0.5F);
                }
            }
            row[static_cast<std::size_t>(i)] =
                static_cast<std::uint8_t>(std::min(sum * weight + 0.5F, 255.0F));
        }
    }
}

Landmark GreyWindow::to_picture(float x, float y) const {
    const float dx = (x - static_cast<float>(options_.width) / 2) / options_.scale;
    const float dy = (y - static_cast<float>(options_.height) / 2) / options_.scale;
    const float cosine = std::cos(options_.rotation);
    const float sine = std::sin(options_.rotation);
    return {options_.centre_x + cosine * dx - sine * dy, options_.centre_y + sine * dx + cosine * dy, 0};
}

float gain_for(const Image& grey) {
    constexpr float wanted_highlights = 150; // of a plain indoor picture
    constexpr float max_gain = 6;
    if (grey.pixels.empty()) return 1;
    std::vector<std::uint8_t> sorted = grey.pixels;
    const auto highlights = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() * 95 / 100);
    std::nth_element(sorted.begin(), highlights, sorted.end());
    return std::clamp(wanted_highlights / std::max<float>(*highlights, 1), 1.0F, max_gain);
}

float likeness(const Image& a, const Image& b) {
    assert(a.pixels.size() == b.pixels.size());
    const auto count = static_cast<float>(a.pixels.size());
    float mean_a = 0;
    float mean_b = 0;
    for (std::size_t i = 0; i < a.pixels.size(); ++i) {
        mean_a += static_cast<float>(a.pixels[i]) / count;
        mean_b += static_cast<float>(b.pixels[i]) / count;
    }
    float ab = 0;
    float aa = 0;
    float bb = 0;
    for (std::size_t i = 0; i < a.pixels.size(); ++i) {
        const float da = static_cast<float>(a.pixels[i]) - mean_a;
        const float db = static_cast<float>(b.pixels[i]) - mean_b;
        ab += da * db;
        aa += da * da;
        bb += db * db;
    }
    return aa > 0 && bb > 0 ? ab / std::sqrt(aa * bb) : 0;
}

} // namespace mien
