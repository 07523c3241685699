// Memory for the tensors between the steps of a fused graph: where each one lies, re-using what is done with.
#pragma once

#include <cstddef>
#include <vector>

#include "capture/network/fusion.h"

namespace mien::network {

/// A tensor in memory, as a map of pixels. Tensors of other ranks are one row of one pixel.
struct PlacedMap {
    float* data = nullptr; ///< the first pixel; the border lies in front of it
    int width = 0;
    int height = 0;
    int channels = 0;           ///< without padding
    std::size_t pixel_step = 0; ///< floats
    std::size_t row_step = 0;   ///< floats

    [[nodiscard]] float* pixel(int x, int y) const {
        return data + static_cast<std::ptrdiff_t>(y) * static_cast<std::ptrdiff_t>(row_step) +
               static_cast<std::ptrdiff_t>(x) * static_cast<std::ptrdiff_t>(pixel_step);
    }
};

/// Width of the zero border round maps that are not dense.
inline constexpr int map_border = 2;

/// Owns the memory. Graph inputs and outputs keep a place of their own for ever.
class BufferPlan {
public:
    BufferPlan(const Graph& graph, const FusedGraph& fused);
    /// Of a tensor that is no constant.
    [[nodiscard]] const PlacedMap& map(int tensor) const { return maps_[static_cast<std::size_t>(tensor)]; }
    /// Floats held in all.
    [[nodiscard]] std::size_t size() const;

private:
    std::vector<std::vector<float>> buffers_;
    std::vector<PlacedMap> maps_; ///< by tensor
};

/// The tensors that a step reads (without constants are not told apart) and the one it writes.
[[nodiscard]] std::vector<int> inputs_of(const Graph& graph, const Step& step);
[[nodiscard]] int output_of(const Graph& graph, const Step& step);

} // namespace mien::network
