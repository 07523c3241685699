#include "capture/network/weight_packing.h"

#include <algorithm>

namespace mien::network {
namespace {

// T: float or the bits of a half float; zero is all bits zero in both.
template <typename T>
std::vector<T> pack_panels(const std::vector<T>& weights, const Shape& shape, int input_stride,
                           int panel_width) {
    const auto outputs = static_cast<std::size_t>(shape[0]);
    const std::size_t taps = static_cast<std::size_t>(shape[1]) * static_cast<std::size_t>(shape[2]);
    const auto inputs = static_cast<std::size_t>(shape[3]);
    const auto stride = static_cast<std::size_t>(input_stride);
    const auto width = static_cast<std::size_t>(panel_width);
    const std::size_t panels = (outputs + width - 1) / width;
    std::vector<T> packed(panels * taps * stride * width);
    for (std::size_t o = 0; o < outputs; ++o) {
        T* panel = packed.data() + o / width * (taps * stride * width) + o % width;
        const T* row = weights.data() + o * taps * inputs;
        for (std::size_t t = 0; t < taps; ++t)
            for (std::size_t i = 0; i < inputs; ++i) panel[(t * stride + i) * width] = row[t * inputs + i];
    }
    return packed;
}

} // namespace

PackedConvolution pack_convolution(const Tensor& weights, const Tensor& bias, int input_stride,
                                   int panel_width, bool halves) {
    PackedConvolution packed;
    const int outputs = weights.shape[0];
    packed.panels = round_up(outputs, panel_width) / panel_width;
    if (halves && !weights.halves.empty())
        packed.halves = pack_panels(weights.halves, weights.shape, input_stride, panel_width);
    else
        packed.floats = pack_panels(constant_floats(weights), weights.shape, input_stride, panel_width);
    packed.bias = pad_channels(constant_floats(bias), outputs, packed.panels * panel_width);
    return packed;
}

std::vector<float> pad_channels(const std::vector<float>& values, int channels, int stride) {
    const std::size_t rows = values.size() / static_cast<std::size_t>(channels);
    std::vector<float> padded(rows * static_cast<std::size_t>(stride));
    for (std::size_t r = 0; r < rows; ++r)
        std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(r) * channels, channels,
                    padded.begin() + static_cast<std::ptrdiff_t>(r) * stride);
    return padded;
}

} // namespace mien::network
