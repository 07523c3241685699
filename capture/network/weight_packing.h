// Weights in the order in which the fast kernels read them.
#pragma once

#include <cstdint>
#include <vector>

#include "capture/network/fast_kernels.h"
#include "capture/network/graph.h"

namespace mien::network {

/// The weights of a convolution: [panel][ky][kx][in][panel_width]; inputs are padded with zeros to
/// `input_stride` a pixel, outputs to whole panels. In one of the two vectors.
struct PackedConvolution {
    std::vector<float> floats;
    std::vector<std::uint16_t> halves;
    std::vector<float> bias; ///< padded to whole panels
    int panels = 0;

    [[nodiscard]] const void* data() const {
        return halves.empty() ? static_cast<const void*>(floats.data()) : halves.data();
    }
};

/// `weights` [out, ky, kx, in] and `bias` [out], constants. `halves`: keep half floats as they are, where the
/// tensor holds such.
[[nodiscard]] PackedConvolution pack_convolution(const Tensor& weights, const Tensor& bias, int input_stride,
                                                 int panel_width, bool halves);

/// `values` [...][channels] with the innermost dimension padded with zeros to `stride`.
[[nodiscard]] std::vector<float> pad_channels(const std::vector<float>& values, int channels, int stride);

/// The next multiple.
[[nodiscard]] constexpr int round_up(int value, int multiple) {
    return (value + multiple - 1) / multiple * multiple;
}

} // namespace mien::network
