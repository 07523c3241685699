#include "capture/network/block_runner.h"

#include <algorithm>

namespace mien::network {
namespace {

// Enough to use a panel's weights often; with 128 channels the inputs still fit the first cache.
constexpr int pixels_per_tile = 48;
// With so few pixels the weights are read more than they are computed with: half floats save memory traffic.
constexpr int few_pixels = 16;

const Tensor& input_of(const Graph& graph, const Node& node, std::size_t i) {
    return graph.tensors[static_cast<std::size_t>(node.inputs[i])];
}

} // namespace

BlockRunner::BlockRunner(const Graph& graph, const Block& block, const BufferPlan& plan,
                         const FastKernels& kernels)
    : kernels_(&kernels), in_(plan.map(block.input)), out_(plan.map(block.output)), pooled_(block.pooled) {
    const Node& convolution = graph.nodes[static_cast<std::size_t>(block.convolution)];
    const auto& window = std::get<WindowOptions>(convolution.options);
    const Tensor& weights = input_of(graph, convolution, 1);
    kernel_height_ = weights.shape[1];
    kernel_width_ = weights.shape[2];
    stride_x_ = window.stride_x;
    stride_y_ = window.stride_y;
    if (block.depthwise >= 0) {
        const Node& depthwise = graph.nodes[static_cast<std::size_t>(block.depthwise)];
        const auto& options = std::get<WindowOptions>(depthwise.options);
        const int channels = static_cast<int>(in_.pixel_step);
        depthwise_weights_ =
            pad_channels(constant_floats(input_of(graph, depthwise, 1)), in_.channels, channels);
        depthwise_bias_ =
            pad_channels(constant_floats(input_of(graph, depthwise, 2)), in_.channels, channels);
        depthwise_stride_ = options.stride_x;
        depthwise_pad_x_ = window_extent(in_.width, 3, depthwise_stride_, options.padding).pad_before;
        depthwise_pad_y_ = window_extent(in_.height, 3, depthwise_stride_, options.padding).pad_before;
    } else {
        pad_x_ = window_extent(in_.width, kernel_width_, stride_x_, window.padding).pad_before;
        pad_y_ = window_extent(in_.height, kernel_height_, stride_y_, window.padding).pad_before;
    }
    const bool halves = kernels.reads_half_weights && out_.width * out_.height <= few_pixels;
    weights_ = pack_convolution(weights, input_of(graph, convolution, 2), static_cast<int>(in_.pixel_step),
                                kernels.panel_width, halves);
    if (block.slopes >= 0)
        slopes_ = pad_channels(constant_floats(graph.tensors[static_cast<std::size_t>(block.slopes)]),
                               out_.channels, weights_.panels * kernels.panel_width);
    else if (block.relu)
        slopes_.assign(weights_.bias.size(), 0.0F); // ReLU is PReLU with slope 0
    if (block.residual >= 0) {
        residual_ = plan.map(block.residual);
        residual_channels_ = static_cast<int>(residual_.pixel_step);
    }
    // The padding of a bordered map is written too: it is 0, as weights and bias are.
    output_channels_ = static_cast<int>(out_.pixel_step);
    fix_places(graph, block);
}

void BlockRunner::fix_places(const Graph& graph, const Block& block) {
    rows_per_tile_ = std::clamp(pixels_per_tile / out_.width, 1, out_.height);
    // One row of a map is read where it lies; so is a pointwise map without gaps between its rows.
    const bool single_rows = rows_per_tile_ == 1;
    gathers_ = block.depthwise < 0 && !single_rows;
    if (single_rows) return;
    for (int y = 0; y < out_.height; ++y) {
        for (int x = 0; x < out_.width; ++x) {
            output_places_.push_back(out_.pixel(x, y));
            const int scale = pooled_ ? 2 : 1;
            if (residual_channels_ > 0) residual_places_.push_back(residual_.pixel(scale * x, scale * y));
        }
    }
    static_cast<void>(graph);
}

std::size_t BlockRunner::scratch_size() const {
    const auto pixels = static_cast<std::size_t>(rows_per_tile_) * static_cast<std::size_t>(out_.width);
    const auto taps = static_cast<std::size_t>(kernel_width_) * static_cast<std::size_t>(kernel_height_);
    return pixels * taps * in_.pixel_step + channel_multiple;
}

void BlockRunner::depthwise_rows(int first_row, int rows, float* into) const {
    DepthwiseRow row;
    row.row_step = in_.row_step;
    row.pixel_step = in_.pixel_step;
    row.weights = depthwise_weights_.data();
    row.bias = depthwise_bias_.data();
    row.channels = static_cast<int>(in_.pixel_step);
    row.stride = depthwise_stride_;
    row.width = out_.width;
    row.output = into;
    for (int y = first_row; y < first_row + rows; ++y) {
        row.input = in_.pixel(-depthwise_pad_x_, y * depthwise_stride_ - depthwise_pad_y_);
        kernels_->depthwise_row(row);
        row.output += static_cast<std::size_t>(out_.width) * in_.pixel_step;
    }
}

void BlockRunner::gather_rows(int first_row, int rows, float* into) const {
    const std::size_t run = static_cast<std::size_t>(kernel_width_) * in_.pixel_step;
    for (int y = first_row; y < first_row + rows; ++y)
        for (int x = 0; x < out_.width; ++x)
            for (int ky = 0; ky < kernel_height_; ++ky, into += run)
                std::copy_n(in_.pixel(x * stride_x_ - pad_x_, y * stride_y_ - pad_y_ + ky), run, into);
}

ConvolutionTile BlockRunner::tile_at(int first_row, int rows) const {
    ConvolutionTile tile;
    tile.weights = weights_.data();
    tile.half_weights = !weights_.halves.empty();
    tile.bias = weights_.bias.data();
    tile.slopes = slopes_.empty() ? nullptr : slopes_.data();
    tile.panels = weights_.panels;
    tile.pixels = rows * out_.width;
    tile.output_channels = output_channels_;
    tile.residual_channels = residual_channels_;
    if (pooled_) {
        tile.pool_right = residual_.pixel_step;
        tile.pool_below = residual_.row_step;
    }
    const auto first_pixel = static_cast<std::size_t>(first_row) * static_cast<std::size_t>(out_.width);
    if (output_places_.empty()) {
        tile.output = {out_.pixel(0, first_row), out_.pixel_step, nullptr};
        const int scale = pooled_ ? 2 : 1;
        if (residual_channels_ > 0)
            tile.residual = {residual_.pixel(0, scale * first_row),
                             residual_.pixel_step * static_cast<std::size_t>(scale), nullptr};
    } else {
        tile.output.each = output_places_.data() + first_pixel;
        if (residual_channels_ > 0) tile.residual.each = residual_places_.data() + first_pixel;
    }
    return tile;
}

void BlockRunner::run(Scratch& scratch) const {
    const std::size_t taps =
        static_cast<std::size_t>(kernel_width_) * static_cast<std::size_t>(kernel_height_);
    for (int y = 0; y < out_.height; y += rows_per_tile_) {
        const int rows = std::min(rows_per_tile_, out_.height - y);
        ConvolutionTile tile = tile_at(y, rows);
        if (depthwise_stride_ > 0 || gathers_) {
            if (gathers_)
                gather_rows(y, rows, scratch.data());
            else
                depthwise_rows(y, rows, scratch.data());
            tile.input = scratch.data();
            tile.segment_length = static_cast<int>(taps * in_.pixel_step);
            tile.input_step = taps * in_.pixel_step;
        } else {
            tile.input = in_.pixel(-pad_x_, y * stride_y_ - pad_y_);
            tile.input_step = static_cast<std::size_t>(stride_x_) * in_.pixel_step;
            tile.segments = kernel_height_;
            tile.segment_step = in_.row_step;
            tile.segment_length = kernel_width_ * static_cast<int>(in_.pixel_step);
        }
        kernels_->convolution_tile(tile);
    }
}

} // namespace mien::network
