// Makes small graphs with random weights for the tests of the executors.
#pragma once

#include <random>
#include <string>
#include <utility>
#include <vector>

#include "capture/network/executor.h"
#include "capture/network/graph.h"

namespace mien::network::test {

/// Every function adds a node and returns the tensor it makes.
class GraphBuilder {
public:
    explicit GraphBuilder(unsigned seed = 1) : random_(seed) {}

    int input(Shape shape) {
        const int tensor = add_tensor(std::move(shape));
        graph_.inputs.push_back(tensor);
        return tensor;
    }
    void output(int tensor) { graph_.outputs.push_back(tensor); }

    int constant(Shape shape, float scale = 1) {
        const int tensor = add_tensor(std::move(shape));
        auto& values = graph_.tensors[static_cast<std::size_t>(tensor)].floats;
        values.resize(graph_.tensors[static_cast<std::size_t>(tensor)].size());
        std::uniform_real_distribution<float> spread(-scale, scale);
        for (float& value : values) value = spread(random_);
        return tensor;
    }
    /// Values that a half float holds exactly, as the models have them.
    int half_constant(Shape shape) {
        const int tensor = add_tensor(std::move(shape));
        auto& values = graph_.tensors[static_cast<std::size_t>(tensor)].halves;
        values.resize(graph_.tensors[static_cast<std::size_t>(tensor)].size());
        std::uniform_int_distribution<int> mantissa(0, 1023);
        std::uniform_int_distribution<int> exponent(10, 13); // up to a half
        std::uniform_int_distribution<int> sign(0, 1);
        for (auto& value : values)
            value =
                static_cast<std::uint16_t>(sign(random_) << 15 | exponent(random_) << 10 | mantissa(random_));
        return tensor;
    }
    int integers(Shape shape, std::vector<std::int32_t> values) {
        const int tensor = add_tensor(std::move(shape));
        graph_.tensors[static_cast<std::size_t>(tensor)].integers = std::move(values);
        return tensor;
    }

    int node(Op op, std::vector<int> inputs, Shape shape, Options options = {}) {
        const int tensor = add_tensor(std::move(shape));
        graph_.nodes.push_back({op, std::move(inputs), tensor, std::move(options)});
        return tensor;
    }

    int convolution(int data, int channels, int kernel, int stride, Padding padding, bool halves = false,
                    Activation activation = Activation::none) {
        const Shape in = shape_of(data);
        WindowOptions window;
        window.padding = padding;
        window.stride_x = stride;
        window.stride_y = stride;
        window.activation = activation;
        const Shape weights{channels, kernel, kernel, in[3]};
        const int w = halves ? half_constant(weights) : constant(weights, 0.3F);
        return node(Op::convolution, {data, w, constant({channels}, 0.1F)},
                    {1, window_extent(in[1], kernel, stride, padding).output,
                     window_extent(in[2], kernel, stride, padding).output, channels},
                    window);
    }
    int depthwise(int data, int stride, int kernel = 3) {
        const Shape in = shape_of(data);
        WindowOptions window;
        window.stride_x = stride;
        window.stride_y = stride;
        return node(Op::depthwise_convolution,
                    {data, constant({1, kernel, kernel, in[3]}, 0.4F), constant({in[3]}, 0.1F)},
                    {1, window_extent(in[1], kernel, stride, Padding::same).output,
                     window_extent(in[2], kernel, stride, Padding::same).output, in[3]},
                    window);
    }
    int max_pool(int data) {
        const Shape in = shape_of(data);
        WindowOptions window;
        window.padding = Padding::valid;
        window.stride_x = window.stride_y = window.filter_width = window.filter_height = 2;
        return node(Op::max_pool, {data}, {1, in[1] / 2, in[2] / 2, in[3]}, window);
    }
    int pad_channels(int data, int channels) {
        Shape shape = shape_of(data);
        const int more = channels - shape[3];
        shape[3] = channels;
        return node(Op::pad, {data, integers({4, 2}, {0, 0, 0, 0, 0, 0, 0, more})}, shape);
    }
    int add(int a, int b) { return node(Op::add, {a, b}, shape_of(a), ElementwiseOptions{}); }
    int prelu(int data) {
        return node(Op::prelu, {data, constant({1, 1, shape_of(data)[3]}, 0.5F)}, shape_of(data));
    }
    int relu(int data) { return node(Op::relu, {data}, shape_of(data)); }

    /// The block that the face models are made of.
    int block(int data, int channels, int stride) {
        int sum = convolution(depthwise(data, stride), channels, 1, 1, Padding::valid);
        int residual = stride == 2 ? max_pool(data) : data;
        if (channels != shape_of(data)[3]) residual = pad_channels(residual, channels);
        return prelu(add(residual, sum));
    }

    [[nodiscard]] const Shape& shape_of(int tensor) const {
        return graph_.tensors[static_cast<std::size_t>(tensor)].shape;
    }
    [[nodiscard]] const Graph& graph() const { return graph_; }

private:
    int add_tensor(Shape shape) {
        Tensor tensor;
        tensor.name = "tensor " + std::to_string(graph_.tensors.size());
        tensor.shape = std::move(shape);
        graph_.tensors.push_back(std::move(tensor));
        return static_cast<int>(graph_.tensors.size()) - 1;
    }

    Graph graph_;
    std::mt19937 random_;
};

/// The same values into an executor's i-th input, whatever its layout.
inline void fill_input(Executor& executor, std::size_t i, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> spread(-1, 1);
    const InputView view = executor.input(i);
    for (int y = 0; y < view.height; ++y)
        for (int x = 0; x < view.width * view.channels; ++x)
            view.data[static_cast<std::size_t>(y) * view.row_stride + static_cast<std::size_t>(x)] =
                spread(random);
}

} // namespace mien::network::test
