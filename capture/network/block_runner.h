// Runs a fused block with the fast kernels.
#pragma once

#include <vector>

#include "capture/network/buffer_plan.h"
#include "capture/network/fast_kernels.h"
#include "capture/network/fusion.h"
#include "capture/network/weight_packing.h"

namespace mien::network {

/// Scratch memory that all blocks of a graph share.
using Scratch = std::vector<float>;

/// A block with its weights packed and its places in memory fixed. One thread at a time.
class BlockRunner {
public:
    BlockRunner(const Graph& graph, const Block& block, const BufferPlan& plan, const FastKernels& kernels);
    /// Floats of scratch memory that run() needs.
    [[nodiscard]] std::size_t scratch_size() const;
    void run(Scratch& scratch) const;

private:
    void fix_places(const Graph& graph, const Block& block);
    [[nodiscard]] ConvolutionTile tile_at(int first_row, int rows) const;
    void depthwise_rows(int first_row, int rows, float* into) const;
    void gather_rows(int first_row, int rows, float* into) const;

    const FastKernels* kernels_;
    PlacedMap in_;
    PlacedMap out_;
    PlacedMap residual_;
    PackedConvolution weights_;
    std::vector<float> slopes_;
    std::vector<float> depthwise_weights_;
    std::vector<float> depthwise_bias_;
    int depthwise_stride_ = 0; ///< 0: none
    int depthwise_pad_x_ = 0;
    int depthwise_pad_y_ = 0;
    int kernel_width_ = 1;
    int kernel_height_ = 1;
    int stride_x_ = 1;
    int stride_y_ = 1;
    int pad_x_ = 0;
    int pad_y_ = 0;
    int rows_per_tile_ = 1;
    bool gathers_ = false; ///< the tile's inputs are first copied together
    bool pooled_ = false;
    int residual_channels_ = 0; ///< 0: none
    int output_channels_ = 0;   ///< with the padding of a bordered map
    /// By pixel, where a tile is more than one row of the maps.
    std::vector<float*> output_places_;
    std::vector<const float*> residual_places_;
};

} // namespace mien::network
