#include "capture/tracker/square_sampler.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "capture/network/fast_kernels.h"

namespace mien {
namespace {

// A picture, or a part of it made smaller. Its pixel (x, y) covers the picture from origin + factor * (x, y).
struct Level {
    const std::uint8_t* pixels = nullptr;
    int width = 0;
    int height = 0;
    int channels = 0;
    std::size_t stride = 0;
    float origin_x = 0;
    float origin_y = 0;
    float factor = 1;
};

struct PixelBox {
    int left = 0;
    int top = 0;
    int right = 0;
    int bottom = 0;
};

// The level's pixels that the region touches, with one more on each side for the filter, from even to even.
PixelBox touched(const Level& level, const SquareRegion& region) {
    const float reach =
        region.side * (std::abs(std::cos(region.rotation)) + std::abs(std::sin(region.rotation))) / 2;
    const auto place = [&](float at, float origin, int limit) {
        return static_cast<int>(std::clamp((at - origin) / level.factor, 0.0F, static_cast<float>(limit)));
    };
    PixelBox box;
    box.left = (std::max(0, place(region.centre_x - reach, level.origin_x, level.width) - 2)) & ~1;
    box.top = (std::max(0, place(region.centre_y - reach, level.origin_y, level.height) - 2)) & ~1;
    box.right = std::min(level.width, place(region.centre_x + reach, level.origin_x, level.width) + 3) & ~1;
    box.bottom =
        std::min(level.height, place(region.centre_y + reach, level.origin_y, level.height) + 3) & ~1;
    return box;
}

// Means of 2 x 2 pixels of the box.
Level halve(const Level& level, const PixelBox& box, std::vector<std::uint8_t>& storage) {
    Level half = level;
    half.width = (box.right - box.left) / 2;
    half.height = (box.bottom - box.top) / 2;
    half.stride = static_cast<std::size_t>(half.width) * static_cast<std::size_t>(level.channels);
    half.origin_x = level.origin_x + level.factor * static_cast<float>(box.left);
    half.origin_y = level.origin_y + level.factor * static_cast<float>(box.top);
    half.factor = level.factor * 2;
    storage.resize(half.stride * static_cast<std::size_t>(half.height));
    half.pixels = storage.data();
    const auto channels = static_cast<std::size_t>(level.channels);
    for (int y = 0; y < half.height; ++y) {
        const std::uint8_t* upper = level.pixels + static_cast<std::size_t>(box.top + 2 * y) * level.stride +
                                    static_cast<std::size_t>(box.left) * channels;
        const std::uint8_t* lower = upper + level.stride;
        std::uint8_t* out = storage.data() + static_cast<std::size_t>(y) * half.stride;
        for (int x = 0; x < half.width; ++x, upper += 2 * channels, lower += 2 * channels, out += channels)
            for (std::size_t c = 0; c < channels; ++c)
                out[c] = static_cast<std::uint8_t>(
                    (upper[c] + upper[c + channels] + lower[c] + lower[c + channels] + 2) / 4);
    }
    return half;
}

// Bilinear at pixel coordinates (0, 0 = the first pixel's centre), any place.
void sample_anywhere(const Level& level, float x, float y, Outside outside, float* rgb) {
    const float low_x = std::floor(x);
    const float low_y = std::floor(y);
    const float fx = x - low_x;
    const float fy = y - low_y;
    const std::size_t green = level.channels >= 3 ? 1 : 0;
    const std::size_t blue = level.channels >= 3 ? 2 : 0;
    std::fill_n(rgb, 3, 0.0F);
    for (int j = 0; j < 2; ++j) {
        for (int i = 0; i < 2; ++i) {
            // Limited as floats first: a region may lie far outside what an int can hold.
            const float px = low_x + static_cast<float>(i);
            const float py = low_y + static_cast<float>(j);
            const float cx = std::clamp(px, 0.0F, static_cast<float>(level.width - 1));
            const float cy = std::clamp(py, 0.0F, static_cast<float>(level.height - 1));
            if (outside == Outside::black && (cx != px || cy != py)) continue;
            const float weight = (i == 0 ? 1 - fx : fx) * (j == 0 ? 1 - fy : fy);
            const std::uint8_t* p = level.pixels + static_cast<std::size_t>(cy) * level.stride +
                                    static_cast<std::size_t>(cx) * static_cast<std::size_t>(level.channels);
            rgb[0] += weight * static_cast<float>(p[0]);
            rgb[1] += weight * static_cast<float>(p[green]);
            rgb[2] += weight * static_cast<float>(p[blue]);
        }
    }
}

// Samples of one output row: at (x, y) + i * (step_x, step_y).
struct Line {
    float x = 0;
    float y = 0;
    float step_x = 0;
    float step_y = 0;
    [[nodiscard]] float x_at(int i) const { return x + static_cast<float>(i) * step_x; }
    [[nodiscard]] float y_at(int i) const { return y + static_cast<float>(i) * step_y; }
};

// The samples [first, last) of `count` that the kernel may take: with all neighbours inside.
struct Inside {
    int first = 0;
    int last = 0;
};

Inside inside_of(const Level& level, const Line& line, int count) {
    // A little less than the kernel's own bounds, whose arithmetic may round otherwise.
    constexpr float margin = 0.01F;
    const float right = static_cast<float>(level.width - 2) - margin;
    const float bottom = static_cast<float>(level.height - 1) - margin;
    const auto fits = [&](int i) {
        const float x = line.x_at(i);
        const float y = line.y_at(i);
        return x >= margin && x < right && y >= margin && y < bottom;
    };
    float low = 0;
    float high = static_cast<float>(count);
    const auto limit = [&](float from, float step, float to) {
        if (step == 0) {
            if (from < margin || from >= to) high = low;
            return;
        }
        const float enter = ((step > 0 ? margin : to) - from) / step;
        const float leave = ((step > 0 ? to : margin) - from) / step;
        low = std::max(low, enter);
        high = std::min(high, leave);
    };
    limit(line.x, line.step_x, right);
    limit(line.y, line.step_y, bottom);
    if (!(low < high)) return {};
    Inside inside{static_cast<int>(std::ceil(low)), static_cast<int>(std::ceil(high))};
    while (inside.first < inside.last && !fits(inside.first)) ++inside.first;
    while (inside.first < inside.last && !fits(inside.last - 1)) --inside.last;
    return inside;
}

} // namespace

Landmark to_picture(const SquareRegion& region, float u, float v) {
    const float x = (u - 0.5F) * region.side;
    const float y = (v - 0.5F) * region.side;
    const float cosine = std::cos(region.rotation);
    const float sine = std::sin(region.rotation);
    return {region.centre_x + cosine * x - sine * y, region.centre_y + sine * x + cosine * y, 0};
}

Landmark to_region(const SquareRegion& region, float x, float y) {
    const float dx = x - region.centre_x;
    const float dy = y - region.centre_y;
    const float cosine = std::cos(region.rotation);
    const float sine = std::sin(region.rotation);
    return {(cosine * dx + sine * dy) / region.side + 0.5F, (cosine * dy - sine * dx) / region.side + 0.5F,
            0};
}

void SquareSampler::sample(const Image& picture, const SquareRegion& region, Outside outside,
                           ValueRange range, const network::InputView& into) {
    assert(!picture.empty() && into.channels == 3 && into.width == into.height);
    Level level{picture.pixels.data(), picture.width, picture.height, picture.channels(), picture.stride()};
    const float step = region.side / static_cast<float>(into.width);
    for (std::size_t n = 0; step >= 2 * level.factor; ++n) {
        const PixelBox box = touched(level, region);
        if (box.right - box.left < 4 || box.bottom - box.top < 4) break; // too little of the picture to halve
        level = halve(level, box, halved_[n % 2]);
    }
    const float scale = (range.high - range.low) / 255;
    const float cosine = std::cos(region.rotation) * step / level.factor;
    const float sine = std::sin(region.rotation) * step / level.factor;
    // From the region's top left pixel centre, in the level's pixels.
    const float half = (static_cast<float>(into.width) - 1) / 2;
    const float middle_x = (region.centre_x - level.origin_x) / level.factor - 0.5F;
    const float middle_y = (region.centre_y - level.origin_y) / level.factor - 0.5F;
    for (int j = 0; j < into.height; ++j) {
        const float v = static_cast<float>(j) - half;
        const Line line{middle_x - cosine * half - sine * v, middle_y - sine * half + cosine * v, cosine,
                        sine};
        float* out = into.data + static_cast<std::size_t>(j) * into.row_stride;
        const auto sample_slowly = [&](int first, int last) {
            for (int i = first; i < last; ++i) {
                float* rgb = out + static_cast<std::ptrdiff_t>(i) * 3;
                sample_anywhere(level, line.x_at(i), line.y_at(i), outside, rgb);
                for (int c = 0; c < 3; ++c) rgb[c] = rgb[c] * scale + range.low;
            }
        };
        const Inside inside = level.channels == 3 ? inside_of(level, line, into.width) : Inside();
        sample_slowly(0, inside.first);
        network::SampleRow row;
        row.pixels = level.pixels;
        row.row_step = level.stride;
        row.x = line.x_at(inside.first);
        row.y = line.y_at(inside.first);
        row.step_x = line.step_x;
        row.step_y = line.step_y;
        row.scale = scale;
        row.offset = range.low;
        row.output = out + static_cast<std::ptrdiff_t>(inside.first) * 3;
        row.count = inside.last - inside.first;
        network::best_kernels().sample_row(row);
        sample_slowly(inside.last, into.width);
    }
}

} // namespace mien
