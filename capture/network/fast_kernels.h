// The inner loops of the fast executor, compiled once for every kind of processor and chosen at run time.
// They work on float maps with channels innermost; channel counts are padded to a multiple of
// channel_multiple with zeros, so that vectors never reach into a neighbouring pixel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace mien::network {

/// Pixels of a padded map hold a multiple of this many floats.
inline constexpr int channel_multiple = 8;

/// A row of a depthwise 3x3 convolution.
struct DepthwiseRow {
    const float* input = nullptr; ///< upper left pixel of the first window; the border is there and zero
    std::size_t row_step = 0;     ///< floats from one input row to the next
    std::size_t pixel_step = 0;
    const float* weights = nullptr; ///< [3][3][channels]
    const float* bias = nullptr;    ///< [channels]
    int channels = 0;               ///< a multiple of channel_multiple
    int stride = 1;                 ///< 1 or 2
    float* output = nullptr;        ///< [width][channels]
    int width = 0;
};

/// Where the pixels of a tile are: `base` + i * `step`, or, where `each` is set, each[i].
template <typename T>
struct PixelPlaces {
    T* base = nullptr;
    std::size_t step = 0;
    T* const* each = nullptr;
};

/// Some pixels of a convolution as a matrix product: outputs = activation(inputs x weights + bias +
/// residual).
struct ConvolutionTile {
    // A pixel's inputs: `segments` runs of `segment_length` floats, `segment_step` apart; the next pixel's
    // are `input_step` floats on.
    const float* input = nullptr;
    std::size_t input_step = 0;
    int segments = 1;
    std::size_t segment_step = 0;
    int segment_length = 0;

    const void* weights = nullptr; ///< of pack_panels(): floats, or half floats where `half_weights`
    bool half_weights = false;
    const float* bias = nullptr;   ///< padded to whole panels
    const float* slopes = nullptr; ///< for negative results, padded alike; null: no activation
    int panels = 0;
    int pixels = 0;

    PixelPlaces<float> output;
    int output_channels = 0; ///< written of each pixel; the rest of the last panel is not

    PixelPlaces<const float> residual; ///< neither base nor each: nothing is added
    int residual_channels = 0;         ///< a multiple of channel_multiple; channels from here on add nothing
    std::size_t pool_right = 0; ///< the residual is the largest of 2 x 2 pixels: floats to the next one on
    std::size_t pool_below = 0; ///< the right and below; both 0: it is taken as it is
};

/// One row of a turned square cut out of an 8-bit picture; see SquareSampler.
struct SampleRow {
    const std::uint8_t* pixels = nullptr;
    std::size_t row_step = 0; ///< bytes
    float x = 0; ///< of the first sample, in pixels: 0 is the centre of the first one. All samples
    float y = 0; ///< have all four neighbours, and one more pixel to the right, inside the picture
    float step_x = 0;
    float step_y = 0;
    float scale = 1; ///< value = byte * scale + offset
    float offset = 0;
    float* output = nullptr; ///< [count][3]
    int count = 0;
};

/// A set of inner loops. All sets compute the same up to rounding.
struct FastKernels {
    std::string_view name;
    int panel_width = 0; ///< output channels that are computed together
    bool reads_half_weights = false;
    void (*depthwise_row)(const DepthwiseRow&) = nullptr;
    void (*convolution_tile)(const ConvolutionTile&) = nullptr;
    /// Of a picture with three channels.
    void (*sample_row)(const SampleRow&) = nullptr;
};

/// The fastest set for this processor.
[[nodiscard]] const FastKernels& best_kernels();

/// Every set that this processor can run, the portable one first.
[[nodiscard]] std::vector<const FastKernels*> usable_kernels();

} // namespace mien::network
