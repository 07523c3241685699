// A neural network as data: tensors and nodes in the order in which they run. Made by read_tflite_model(),
// run by an Executor. Shapes are fixed, batch 1, activations float32, channels last (NHWC).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"

namespace mien::network {

/// At most this many dimensions.
inline constexpr std::size_t max_rank = 5;

/// Dimensions, outermost first; empty for a scalar.
using Shape = std::vector<int>;

/// Product of the dimensions; 1 for a scalar.
[[nodiscard]] std::size_t element_count(const Shape& shape);
/// "1x48x48x32".
[[nodiscard]] std::string to_string(const Shape& shape);

/// A value between nodes, or a constant. A constant's elements are in exactly one of the three vectors, in
/// row major order; half floats stay as they are in the file until an executor wants them otherwise.
struct Tensor {
    std::string name; ///< for messages
    Shape shape;
    std::vector<float> floats;
    std::vector<std::uint16_t> halves;  ///< IEEE 754 binary16
    std::vector<std::int32_t> integers; ///< axes, paddings, slice limits

    [[nodiscard]] bool is_constant() const { return !floats.empty() || !halves.empty() || !integers.empty(); }
    [[nodiscard]] std::size_t size() const { return element_count(shape); }
};

/// The elements of a floating-point constant.
[[nodiscard]] std::vector<float> constant_floats(const Tensor& tensor);

/// What a node computes. Inputs in TFLite's order.
enum class Op : std::uint8_t {
    convolution,           ///< data, weights [out, ky, kx, in], bias [out]
    depthwise_convolution, ///< data, weights [1, ky, kx, channels], bias
    max_pool,
    pad,      ///< data, integers [rank, 2]; with zeros
    prelu,    ///< data, slopes (broadcast)
    relu,     ///< data
    logistic, ///< data
    add,      ///< two that broadcast; so the next four
    subtract,
    multiply,
    divide,
    squared_difference,
    negate,
    square_root,
    reciprocal_square_root,
    mean, ///< data, integers: the axes; so sum
    sum,
    reshape,
    transpose, ///< data, integers: the permutation
    concatenate,
    strided_slice, ///< data, integers begin, end, strides

    // MediaPipe's own, see transform_ops.h.
    landmarks_to_matrix, ///< points [1, n, 3] -> [1, 4, 4]
    transform_tensor,    ///< map [1, h, w, c], matrix [1, 4, 4] -> [1, out h, out w, c]
    transform_landmarks, ///< points [1, n, 2], matrix [1, 4, 4] -> [1, n, 2]
};
[[nodiscard]] std::string_view name_of(Op op);

enum class Activation : std::uint8_t { none, relu };
enum class Padding : std::uint8_t { same, valid };

/// Of convolutions and pools.
struct WindowOptions {
    Padding padding = Padding::same;
    int stride_x = 1;
    int stride_y = 1;
    int filter_width = 0; ///< pools only; convolutions have it in their weights' shape
    int filter_height = 0;
    Activation activation = Activation::none;
};
/// Of add, subtract, multiply, divide.
struct ElementwiseOptions {
    Activation activation = Activation::none;
};
/// Of concatenate; counted from 0.
struct ConcatenateOptions {
    int axis = 0;
};
/// Of mean and sum.
struct ReduceOptions {
    bool keep_dimensions = false;
};
/// Of strided_slice: bit i stands for dimension i.
struct SliceOptions {
    std::uint32_t begin_mask = 0;
    std::uint32_t end_mask = 0;
    std::uint32_t shrink_mask = 0;
};
/// Of landmarks_to_matrix and transform_tensor.
struct RegionOptions {
    int output_width = 0;
    int output_height = 0;
    int left_rotation_index = 0; ///< the line between these two points is level in the region
    int right_rotation_index = 0;
    float target_rotation = 0; ///< radians
    float scale_x = 1;
    float scale_y = 1;
    std::vector<int> subset; ///< the region holds these points
};
using Options = std::variant<std::monostate, WindowOptions, ElementwiseOptions, ConcatenateOptions,
                             ReduceOptions, SliceOptions, RegionOptions>;

/// One operator. Every supported one has a single result.
struct Node {
    Op op = Op::add;
    std::vector<int> inputs; ///< indices of tensors
    int output = -1;
    Options options;
};

/// A checked graph (see check_graph) holds what its comments promise: nodes in running order, every index
/// valid, every shape the one that its node produces.
struct Graph {
    std::vector<Tensor> tensors;
    std::vector<Node> nodes;
    std::vector<int> inputs;
    std::vector<int> outputs;
};

/// Extent of a window's output and the zeros in front of its input, along one dimension.
struct WindowExtent {
    int output = 0;
    int pad_before = 0;
};
[[nodiscard]] WindowExtent window_extent(int input, int filter, int stride, Padding padding);

/// Whether the graph can be run as it stands, so that executors need not look twice. Error: unreadable; the
/// message names the operator and what does not fit, without the file.
[[nodiscard]] Result<void> check_graph(const Graph& graph);

} // namespace mien::network
