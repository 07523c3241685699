#include "capture/network/plain_ops.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "capture/network/transform_ops.h"

namespace mien::network {
namespace {

std::size_t index_of(int value) {
    return static_cast<std::size_t>(value);
}

// Row-major strides of `shape`, seen as `rank` dimensions by ones in front; 0 where a dimension of 1
// broadcasts.
std::array<std::size_t, max_rank> broadcast_strides(const Shape& shape) {
    std::array<std::size_t, max_rank> strides{};
    std::size_t step = 1;
    for (std::size_t d = 0; d < shape.size(); ++d) {
        const int extent = shape[shape.size() - 1 - d];
        strides[max_rank - 1 - d] = extent == 1 ? 0 : step;
        step *= index_of(extent);
    }
    return strides;
}

std::array<int, max_rank> padded_shape(const Shape& shape) {
    std::array<int, max_rank> padded;
    padded.fill(1);
    std::copy(shape.rbegin(), shape.rend(), padded.rbegin());
    return padded;
}

// Calls visit(flat index of the output, place in each dimension) for every element.
template <typename Visit>
void for_each_place(const std::array<int, max_rank>& shape, const Visit& visit) {
    std::array<int, max_rank> place{};
    std::size_t total = 1;
    for (const int extent : shape) total *= index_of(extent);
    for (std::size_t flat = 0; flat < total; ++flat) {
        visit(flat, place);
        for (std::size_t d = max_rank; d-- > 0;) {
            if (++place[d] < shape[d]) break;
            place[d] = 0;
        }
    }
}

std::size_t dot(const std::array<int, max_rank>& place, const std::array<std::size_t, max_rank>& strides) {
    std::size_t flat = 0;
    for (std::size_t d = 0; d < max_rank; ++d) flat += index_of(place[d]) * strides[d];
    return flat;
}

void activate(Activation activation, std::span<float> values) {
    if (activation == Activation::none) return;
    for (float& value : values) value = std::max(value, 0.0F);
}

// [out][ky][kx][in] -> [ky][kx][in][out]: the innermost loop then runs over neighbours.
std::vector<float> outputs_innermost(const std::vector<float>& weights, const Shape& shape) {
    const std::size_t outputs = index_of(shape[0]);
    const std::size_t others = outputs == 0 ? 0 : weights.size() / outputs;
    std::vector<float> moved(weights.size());
    for (std::size_t o = 0; o < outputs; ++o)
        for (std::size_t k = 0; k < others; ++k) moved[k * outputs + o] = weights[o * others + k];
    return moved;
}

} // namespace

PlainNode::PlainNode(const Graph& graph, const Node& node) : graph_(&graph), node_(&node) {
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        constants_.push_back(constant_floats(tensor(i)));
        if (node.op == Op::convolution && i == 1)
            constants_.back() = outputs_innermost(constants_.back(), tensor(i).shape);
    }
}

const Tensor& PlainNode::tensor(std::size_t input) const {
    return graph_->tensors[index_of(node_->inputs[input])];
}

const Shape& PlainNode::output_shape() const {
    return graph_->tensors[index_of(node_->output)].shape;
}

void PlainNode::run(Inputs inputs, std::span<float> output) const {
    // Constants may be data too (a learnt token that is joined to the data).
    std::array<std::span<const float>, 64> given;
    for (std::size_t i = 0; i < inputs.size(); ++i)
        given[i] = constants_[i].empty() ? inputs[i] : std::span<const float>(constants_[i]);
    const Inputs ready(given.data(), inputs.size());
    switch (node_->op) {
    case Op::convolution:
        return convolution(ready[0], output);
    case Op::depthwise_convolution:
        return depthwise(ready[0], output);
    case Op::max_pool:
        return max_pool(ready[0], output);
    case Op::pad:
        return pad(ready[0], output);
    case Op::prelu:
    case Op::add:
    case Op::subtract:
    case Op::multiply:
    case Op::divide:
    case Op::squared_difference:
        return binary(ready, output);
    case Op::relu:
    case Op::logistic:
    case Op::negate:
    case Op::square_root:
    case Op::reciprocal_square_root:
        return unary(ready[0], output);
    case Op::mean:
    case Op::sum:
        return reduce(ready[0], output);
    case Op::reshape:
        std::copy(ready[0].begin(), ready[0].end(), output.begin());
        return;
    case Op::transpose:
        return transpose(ready[0], output);
    case Op::concatenate:
        return concatenate(ready, output);
    case Op::strided_slice:
        return strided_slice(ready[0], output);
    case Op::landmarks_to_matrix:
        landmarks_to_matrix(ready[0], tensor(0).shape[2], std::get<RegionOptions>(node_->options),
                            output.first<16>());
        return;
    case Op::transform_tensor: {
        const Shape& from = tensor(0).shape;
        const Shape& to = output_shape();
        const std::size_t channels = index_of(from[3]);
        transform_map({ready[0].data(), from[2], from[1], from[3], channels, channels * index_of(from[2])},
                      ready[1].first<16>(),
                      {output.data(), to[2], to[1], channels, channels * index_of(to[2])});
        return;
    }
    case Op::transform_landmarks:
        transform_landmarks(ready[0], ready[1].first<16>(), output);
        return;
    }
}

void PlainNode::convolution(std::span<const float> data, std::span<float> output) const {
    const auto& window = std::get<WindowOptions>(node_->options);
    const Shape& in = tensor(0).shape;
    const Shape& kernel = tensor(1).shape;
    const Shape& out = output_shape();
    const int pad_y = window_extent(in[1], kernel[1], window.stride_y, window.padding).pad_before;
    const int pad_x = window_extent(in[2], kernel[2], window.stride_x, window.padding).pad_before;
    const std::size_t channels_in = index_of(in[3]);
    const std::size_t channels_out = index_of(out[3]);
    const float* weights = constants_[1].data();
    float* sums = output.data();
    for (int y = 0; y < out[1]; ++y) {
        for (int x = 0; x < out[2]; ++x, sums += channels_out) {
            std::copy(constants_[2].begin(), constants_[2].end(), sums);
            for (int ky = 0; ky < kernel[1]; ++ky) {
                const int sy = y * window.stride_y + ky - pad_y;
                if (sy < 0 || sy >= in[1]) continue;
                for (int kx = 0; kx < kernel[2]; ++kx) {
                    const int sx = x * window.stride_x + kx - pad_x;
                    if (sx < 0 || sx >= in[2]) continue;
                    const float* pixel =
                        data.data() + (index_of(sy) * index_of(in[2]) + index_of(sx)) * channels_in;
                    const float* w = weights + (index_of(ky) * index_of(kernel[2]) + index_of(kx)) *
                                                   channels_in * channels_out;
                    for (std::size_t c = 0; c < channels_in; ++c, w += channels_out)
                        for (std::size_t o = 0; o < channels_out; ++o) sums[o] += pixel[c] * w[o];
                }
            }
        }
    }
    activate(window.activation, output);
}

void PlainNode::depthwise(std::span<const float> data, std::span<float> output) const {
    const auto& window = std::get<WindowOptions>(node_->options);
    const Shape& in = tensor(0).shape;
    const Shape& kernel = tensor(1).shape;
    const Shape& out = output_shape();
    const int pad_y = window_extent(in[1], kernel[1], window.stride_y, window.padding).pad_before;
    const int pad_x = window_extent(in[2], kernel[2], window.stride_x, window.padding).pad_before;
    const std::size_t channels = index_of(in[3]);
    float* sums = output.data();
    for (int y = 0; y < out[1]; ++y) {
        for (int x = 0; x < out[2]; ++x, sums += channels) {
            std::copy(constants_[2].begin(), constants_[2].end(), sums);
            for (int ky = 0; ky < kernel[1]; ++ky) {
                const int sy = y * window.stride_y + ky - pad_y;
                if (sy < 0 || sy >= in[1]) continue;
                for (int kx = 0; kx < kernel[2]; ++kx) {
                    const int sx = x * window.stride_x + kx - pad_x;
                    if (sx < 0 || sx >= in[2]) continue;
                    const float* pixel =
                        data.data() + (index_of(sy) * index_of(in[2]) + index_of(sx)) * channels;
                    const float* w =
                        constants_[1].data() + (index_of(ky) * index_of(kernel[2]) + index_of(kx)) * channels;
                    for (std::size_t c = 0; c < channels; ++c) sums[c] += pixel[c] * w[c];
                }
            }
        }
    }
    activate(window.activation, output);
}

void PlainNode::max_pool(std::span<const float> data, std::span<float> output) const {
    const auto& window = std::get<WindowOptions>(node_->options);
    const Shape& in = tensor(0).shape;
    const Shape& out = output_shape();
    const int pad_y = window_extent(in[1], window.filter_height, window.stride_y, window.padding).pad_before;
    const int pad_x = window_extent(in[2], window.filter_width, window.stride_x, window.padding).pad_before;
    const std::size_t channels = index_of(in[3]);
    float* largest = output.data();
    for (int y = 0; y < out[1]; ++y) {
        for (int x = 0; x < out[2]; ++x, largest += channels) {
            std::fill_n(largest, channels, -std::numeric_limits<float>::infinity());
            for (int ky = 0; ky < window.filter_height; ++ky) {
                const int sy = y * window.stride_y + ky - pad_y;
                if (sy < 0 || sy >= in[1]) continue;
                for (int kx = 0; kx < window.filter_width; ++kx) {
                    const int sx = x * window.stride_x + kx - pad_x;
                    if (sx < 0 || sx >= in[2]) continue;
                    const float* pixel =
                        data.data() + (index_of(sy) * index_of(in[2]) + index_of(sx)) * channels;
                    for (std::size_t c = 0; c < channels; ++c) largest[c] = std::max(largest[c], pixel[c]);
                }
            }
        }
    }
}

void PlainNode::pad(std::span<const float> data, std::span<float> output) const {
    const Shape& in = tensor(0).shape;
    const auto& amounts = tensor(1).integers;
    const auto in_strides = broadcast_strides(in);
    const std::size_t shift = max_rank - in.size();
    for_each_place(padded_shape(output_shape()), [&](std::size_t flat, std::array<int, max_rank> place) {
        for (std::size_t d = 0; d < in.size(); ++d) {
            place[shift + d] -= amounts[2 * d];
            if (place[shift + d] < 0 || place[shift + d] >= in[d]) {
                output[flat] = 0;
                return;
            }
        }
        output[flat] = data[dot(place, in_strides)];
    });
}

void PlainNode::binary(Inputs inputs, std::span<float> output) const {
    const auto compute = [&](float a, float b) {
        switch (node_->op) {
        case Op::prelu:
            return a < 0 ? a * b : a;
        case Op::add:
            return a + b;
        case Op::subtract:
            return a - b;
        case Op::multiply:
            return a * b;
        case Op::divide:
            return a / b;
        default:
            return (a - b) * (a - b); // squared_difference
        }
    };
    const std::size_t a_size = inputs[0].size();
    if (a_size == output.size() && (inputs[1].size() == a_size || inputs[1].size() == 1)) { // the usual cases
        const std::size_t b_step = inputs[1].size() == 1 ? 0 : 1;
        for (std::size_t i = 0; i < output.size(); ++i)
            output[i] = compute(inputs[0][i], inputs[1][i * b_step]);
        if (const auto* options = std::get_if<ElementwiseOptions>(&node_->options))
            activate(options->activation, output);
        return;
    }
    const auto a_strides = broadcast_strides(tensor(0).shape);
    const auto b_strides = broadcast_strides(tensor(1).shape);
    for_each_place(
        padded_shape(output_shape()), [&](std::size_t flat, const std::array<int, max_rank>& place) {
            output[flat] = compute(inputs[0][dot(place, a_strides)], inputs[1][dot(place, b_strides)]);
        });
    if (const auto* options = std::get_if<ElementwiseOptions>(&node_->options))
        activate(options->activation, output);
}

void PlainNode::unary(std::span<const float> data, std::span<float> output) const {
    const auto compute = [&](float a) {
        switch (node_->op) {
        case Op::relu:
            return std::max(a, 0.0F);
        case Op::logistic:
            return 1 / (1 + std::exp(-a));
        case Op::negate:
            return -a;
        case Op::square_root:
            return std::sqrt(a);
        default:
            return 1 / std::sqrt(a); // reciprocal_square_root
        }
    };
    std::transform(data.begin(), data.end(), output.begin(), compute);
}

void PlainNode::reduce(std::span<const float> data, std::span<float> output) const {
    const Shape& in = tensor(0).shape;
    const int rank = static_cast<int>(in.size());
    Shape kept = in;
    for (const int axis : tensor(1).integers) kept[index_of(axis < 0 ? axis + rank : axis)] = 1;
    const auto strides = broadcast_strides(kept); // 0 along the reduced dimensions
    std::fill(output.begin(), output.end(), 0.0F);
    for_each_place(padded_shape(in), [&](std::size_t flat, const std::array<int, max_rank>& place) {
        output[dot(place, strides)] += data[flat];
    });
    if (node_->op != Op::mean) return;
    const auto count = static_cast<float>(data.size()) / static_cast<float>(output.size());
    for (float& value : output) value /= count;
}

void PlainNode::transpose(std::span<const float> data, std::span<float> output) const {
    const Shape& in = tensor(0).shape;
    const auto& order = tensor(1).integers;
    const auto in_strides = broadcast_strides(in);
    const std::size_t shift = max_rank - in.size();
    std::array<std::size_t, max_rank> strides{};
    for (std::size_t d = 0; d < in.size(); ++d) strides[shift + d] = in_strides[shift + index_of(order[d])];
    for_each_place(padded_shape(output_shape()),
                   [&](std::size_t flat, const std::array<int, max_rank>& place) {
                       output[flat] = data[dot(place, strides)];
                   });
}

void PlainNode::concatenate(Inputs inputs, std::span<float> output) const {
    const Shape& out = output_shape();
    const int given_axis = std::get<ConcatenateOptions>(node_->options).axis;
    const std::size_t axis =
        index_of(given_axis < 0 ? given_axis + static_cast<int>(out.size()) : given_axis);
    const auto from_axis = out.begin() + static_cast<std::ptrdiff_t>(axis);
    const std::size_t blocks = element_count(Shape(out.begin(), from_axis));
    const std::size_t block = element_count(Shape(from_axis, out.end()));
    std::size_t offset = 0;
    for (const auto& part : inputs) {
        const std::size_t size = part.size() / blocks;
        for (std::size_t b = 0; b < blocks; ++b)
            std::copy_n(part.begin() + static_cast<std::ptrdiff_t>(b * size), size,
                        output.begin() + static_cast<std::ptrdiff_t>(b * block + offset));
        offset += size;
    }
}

void PlainNode::strided_slice(std::span<const float> data, std::span<float> output) const {
    if (data.size() == output.size()) { // all of it
        std::copy(data.begin(), data.end(), output.begin());
        return;
    }
    const auto& options = std::get<SliceOptions>(node_->options);
    const Shape& in = tensor(0).shape;
    const auto& begins = tensor(1).integers;
    const auto& ends = tensor(2).integers;
    const auto in_strides = broadcast_strides(in);
    const std::size_t shift = max_rank - in.size();
    std::size_t first = 0;
    std::array<int, max_rank> extents;
    extents.fill(1);
    for (std::size_t d = 0; d < in.size(); ++d) {
        const std::uint32_t bit = 1U << d;
        const int begin = (options.begin_mask & bit) != 0 ? 0 : begins[d];
        const int end = (options.end_mask & bit) != 0 ? in[d] : ends[d];
        extents[shift + d] = (options.shrink_mask & bit) != 0 ? 1 : end - begin;
        first += index_of(begin) * in_strides[shift + d];
    }
    for_each_place(extents, [&](std::size_t flat, const std::array<int, max_rank>& place) {
        output[flat] = data[first + dot(place, in_strides)];
    });
}

} // namespace mien::network
