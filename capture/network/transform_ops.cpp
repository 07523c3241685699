#include "capture/network/transform_ops.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mien::network {

void landmarks_to_matrix(std::span<const float> points, int dimensions, const RegionOptions& options,
                         std::span<float, 16> matrix) {
    const auto point = [&](int index) {
        return points.data() + static_cast<std::size_t>(index) * static_cast<std::size_t>(dimensions);
    };
    const float* left = point(options.left_rotation_index);
    const float* right = point(options.right_rotation_index);
    const float angle = options.target_rotation - std::atan2(right[1] - left[1], right[0] - left[0]);
    const float cosine = std::cos(angle);
    const float sine = std::sin(angle);

    constexpr float far_away = std::numeric_limits<float>::max();
    float low_x = far_away;
    float low_y = far_away;
    float high_x = -far_away;
    float high_y = -far_away;
    for (const int index : options.subset) {
        const float* p = point(index);
        const float x = cosine * p[0] - sine * p[1];
        const float y = sine * p[0] + cosine * p[1];
        low_x = std::min(low_x, x);
        high_x = std::max(high_x, x);
        low_y = std::min(low_y, y);
        high_y = std::max(high_y, y);
    }
    // The box is level in the turned frame; its centre goes back to the map.
    const float middle_x = (low_x + high_x) / 2;
    const float middle_y = (low_y + high_y) / 2;
    const float centre_x = cosine * middle_x + sine * middle_y;
    const float centre_y = -sine * middle_x + cosine * middle_y;
    const auto out_width = static_cast<float>(options.output_width);
    const auto out_height = static_cast<float>(options.output_height);
    const float scale_x = options.scale_x * (high_x - low_x) / out_width;
    const float scale_y = options.scale_y * (high_y - low_y) / out_height;

    // T(centre) R(-angle) S(scale) T(-output / 2)
    const float m00 = cosine * scale_x;
    const float m01 = sine * scale_y;
    const float m10 = -sine * scale_x;
    const float m11 = cosine * scale_y;
    const float values[16] = {m00, m01, 0, centre_x - m00 * out_width / 2 - m01 * out_height / 2,
                              m10, m11, 0, centre_y - m10 * out_width / 2 - m11 * out_height / 2,
                              0,   0,   1, 0,
                              0,   0,   0, 1};
    std::copy(std::begin(values), std::end(values), matrix.begin());
}

void transform_map(const MapView& from, std::span<const float, 16> matrix, const MutableMapView& to) {
    const float right = static_cast<float>(from.width - 1);
    const float bottom = static_cast<float>(from.height - 1);
    const auto channels = static_cast<std::size_t>(from.channels);
    for (int y = 0; y < to.height; ++y) {
        for (int x = 0; x < to.width; ++x) {
            const float u = static_cast<float>(x) + 0.5F;
            const float v = static_cast<float>(y) + 0.5F;
            const float sx = matrix[0] * u + matrix[1] * v + matrix[3] - 0.5F;
            const float sy = matrix[4] * u + matrix[5] * v + matrix[7] - 0.5F;
            float* out = to.data + static_cast<std::size_t>(y) * to.row_stride +
                         static_cast<std::size_t>(x) * to.pixel_stride;
            if (!(sx >= 0 && sx <= right && sy >= 0 && sy <= bottom)) { // NaN goes here too
                std::fill_n(out, channels, 0.0F);
                continue;
            }
            const int x0 = static_cast<int>(sx);
            const int y0 = static_cast<int>(sy);
            const float fx = sx - static_cast<float>(x0);
            const float fy = sy - static_cast<float>(y0);
            const std::size_t step_x = x0 + 1 < from.width ? from.pixel_stride : 0;
            const std::size_t step_y = y0 + 1 < from.height ? from.row_stride : 0;
            const float* p00 = from.data + static_cast<std::size_t>(y0) * from.row_stride +
                               static_cast<std::size_t>(x0) * from.pixel_stride;
            const float* p01 = p00 + step_x;
            const float* p10 = p00 + step_y;
            const float* p11 = p10 + step_x;
            const float w00 = (1 - fx) * (1 - fy);
            const float w01 = fx * (1 - fy);
            const float w10 = (1 - fx) * fy;
            const float w11 = fx * fy;
            for (std::size_t c = 0; c < channels; ++c)
                out[c] = w00 * p00[c] + w01 * p01[c] + w10 * p10[c] + w11 * p11[c];
        }
    }
}

void transform_landmarks(std::span<const float> points, std::span<const float, 16> matrix,
                         std::span<float> transformed) {
    for (std::size_t i = 0; i + 1 < points.size(); i += 2) {
        const float x = points[i];
        const float y = points[i + 1];
        transformed[i] = matrix[0] * x + matrix[1] * y + matrix[3];
        transformed[i + 1] = matrix[4] * x + matrix[5] * y + matrix[7];
    }
}

} // namespace mien::network
