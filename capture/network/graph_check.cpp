// check_graph: infers the shape of every node's result and compares it with the one the file claims.
#include <algorithm>
#include <limits>
#include <optional>

#include "capture/network/graph.h"

namespace mien::network {
namespace {

// Far above any face model, far below what would hurt: 2^24 floats are 64 MB.
constexpr std::size_t max_elements = std::size_t{1} << 24U;
constexpr std::size_t max_total_elements = std::size_t{1} << 26U;
constexpr int max_window = 64;

struct NodeView {
    const Graph& graph;
    const Node& node;

    [[nodiscard]] std::size_t inputs() const { return node.inputs.size(); }
    [[nodiscard]] const Tensor& input(std::size_t i) const {
        return graph.tensors[static_cast<std::size_t>(node.inputs[i])];
    }
    [[nodiscard]] const Shape& shape(std::size_t i) const { return input(i).shape; }
    [[nodiscard]] bool float_constant(std::size_t i) const {
        return input(i).is_constant() && input(i).integers.empty();
    }
    [[nodiscard]] const std::vector<std::int32_t>* integers(std::size_t i) const {
        const auto& values = input(i).integers;
        return values.empty() && input(i).size() != 0 ? nullptr : &values;
    }
};

using Inferred = std::optional<Shape>; // nothing: the inputs do not fit the operator

Inferred convolution(const NodeView& v, bool depthwise) {
    const auto* options = std::get_if<WindowOptions>(&v.node.options);
    if (options == nullptr || v.inputs() != 3 || !v.float_constant(1) || !v.float_constant(2)) return {};
    const Shape& data = v.shape(0);
    const Shape& weights = v.shape(1);
    if (data.size() != 4 || weights.size() != 4 || v.shape(2).size() != 1) return {};
    const int channels_out = depthwise ? weights[3] : weights[0];
    if (depthwise ? weights[0] != 1 || weights[3] != data[3] : weights[3] != data[3]) return {};
    if (v.shape(2)[0] != channels_out) return {};
    if (weights[1] > max_window || weights[2] > max_window) return {};
    if (options->padding == Padding::valid && (weights[1] > data[1] || weights[2] > data[2])) return {};
    return Shape{1, window_extent(data[1], weights[1], options->stride_y, options->padding).output,
                 window_extent(data[2], weights[2], options->stride_x, options->padding).output,
                 channels_out};
}

Inferred max_pool(const NodeView& v) {
    const auto* options = std::get_if<WindowOptions>(&v.node.options);
    if (options == nullptr || v.inputs() != 1 || v.shape(0).size() != 4) return {};
    const Shape& data = v.shape(0);
    if (options->filter_height > max_window || options->filter_width > max_window) return {};
    if (options->padding == Padding::valid &&
        (options->filter_height > data[1] || options->filter_width > data[2]))
        return {};
    return Shape{
        1, window_extent(data[1], options->filter_height, options->stride_y, options->padding).output,
        window_extent(data[2], options->filter_width, options->stride_x, options->padding).output, data[3]};
}

Inferred pad(const NodeView& v) {
    if (v.inputs() != 2) return {};
    Shape shape = v.shape(0);
    const auto* amounts = v.integers(1);
    if (amounts == nullptr || amounts->size() != shape.size() * 2) return {};
    for (std::size_t d = 0; d < shape.size(); ++d) {
        const std::int32_t before = (*amounts)[d * 2];
        const std::int32_t after = (*amounts)[d * 2 + 1];
        if (before < 0 || after < 0 || before > 4096 || after > 4096) return {};
        shape[d] += before + after;
    }
    return shape;
}

Inferred broadcast(const Shape& a, const Shape& b) {
    Shape shape(std::max(a.size(), b.size()));
    for (std::size_t d = 0; d < shape.size(); ++d) { // counted from the innermost
        const int ea = d < a.size() ? a[a.size() - 1 - d] : 1;
        const int eb = d < b.size() ? b[b.size() - 1 - d] : 1;
        if (ea != eb && ea != 1 && eb != 1) return {};
        shape[shape.size() - 1 - d] = std::max(ea, eb);
    }
    return shape;
}

Inferred binary(const NodeView& v) {
    if (v.inputs() != 2) return {};
    return broadcast(v.shape(0), v.shape(1));
}

Inferred prelu(const NodeView& v) {
    if (v.inputs() != 2 || !v.float_constant(1)) return {};
    auto shape = broadcast(v.shape(0), v.shape(1));
    return shape == v.shape(0) ? shape : std::nullopt;
}

Inferred reduce(const NodeView& v) {
    const auto* options = std::get_if<ReduceOptions>(&v.node.options);
    if (options == nullptr || v.inputs() != 2) return {};
    const auto* axes = v.integers(1);
    if (axes == nullptr) return {};
    const Shape& data = v.shape(0);
    const int rank = static_cast<int>(data.size());
    std::vector<bool> reduced(data.size());
    for (const int axis : *axes) {
        if (axis < -rank || axis >= rank) return {};
        reduced[static_cast<std::size_t>(axis < 0 ? axis + rank : axis)] = true;
    }
    Shape shape;
    for (std::size_t d = 0; d < data.size(); ++d) {
        if (!reduced[d])
            shape.push_back(data[d]);
        else if (options->keep_dimensions)
            shape.push_back(1);
    }
    return shape;
}

Inferred transpose(const NodeView& v) {
    if (v.inputs() != 2) return {};
    const Shape& data = v.shape(0);
    const auto* order = v.integers(1);
    if (order == nullptr || order->size() != data.size()) return {};
    std::vector<bool> used(data.size());
    Shape shape;
    for (const int from : *order) {
        if (from < 0 || from >= static_cast<int>(data.size()) || used[static_cast<std::size_t>(from)])
            return {};
        used[static_cast<std::size_t>(from)] = true;
        shape.push_back(data[static_cast<std::size_t>(from)]);
    }
    return shape;
}

Inferred concatenate(const NodeView& v) {
    const auto* options = std::get_if<ConcatenateOptions>(&v.node.options);
    if (options == nullptr || v.inputs() == 0) return {};
    Shape shape = v.shape(0);
    const int rank = static_cast<int>(shape.size());
    const int axis = options->axis < 0 ? options->axis + rank : options->axis;
    if (axis < 0 || axis >= rank) return {};
    for (std::size_t i = 1; i < v.inputs(); ++i) {
        const Shape& other = v.shape(i);
        if (other.size() != shape.size()) return {};
        for (std::size_t d = 0; d < shape.size(); ++d) {
            if (static_cast<int>(d) == axis)
                shape[d] += other[d];
            else if (shape[d] != other[d])
                return {};
        }
    }
    return shape;
}

Inferred strided_slice(const NodeView& v) {
    const auto* options = std::get_if<SliceOptions>(&v.node.options);
    if (options == nullptr || v.inputs() != 4) return {};
    const Shape& data = v.shape(0);
    for (std::size_t i = 1; i < 4; ++i)
        if (v.integers(i) == nullptr || v.integers(i)->size() != data.size()) return {};
    Shape shape;
    for (std::size_t d = 0; d < data.size(); ++d) {
        const std::uint32_t bit = 1U << d;
        const int begin = (options->begin_mask & bit) != 0 ? 0 : (*v.integers(1))[d];
        const int end = (options->end_mask & bit) != 0 ? data[d] : (*v.integers(2))[d];
        if ((*v.integers(3))[d] != 1 || begin < 0 || begin >= data[d]) return {};
        if ((options->shrink_mask & bit) != 0) continue;
        if (end <= begin || end > data[d]) return {};
        shape.push_back(end - begin);
    }
    return shape;
}

Inferred landmarks_to_matrix(const NodeView& v) {
    const auto* options = std::get_if<RegionOptions>(&v.node.options);
    if (options == nullptr || v.inputs() != 1) return {};
    const Shape& points = v.shape(0);
    if (points.size() != 3 || points[0] != 1 || points[2] < 2) return {};
    const auto valid = [&](int index) { return index >= 0 && index < points[1]; };
    if (!valid(options->left_rotation_index) || !valid(options->right_rotation_index)) return {};
    if (options->subset.empty() || !std::all_of(options->subset.begin(), options->subset.end(), valid))
        return {};
    if (options->output_width <= 0 || options->output_height <= 0) return {};
    return Shape{1, 4, 4};
}

Inferred transform_tensor(const NodeView& v) {
    const auto* options = std::get_if<RegionOptions>(&v.node.options);
    if (options == nullptr || v.inputs() != 2 || v.shape(0).size() != 4) return {};
    if (v.shape(1) != Shape{1, 4, 4} || options->output_width <= 0 || options->output_height <= 0) return {};
    if (options->output_width > 4096 || options->output_height > 4096) return {};
    return Shape{1, options->output_height, options->output_width, v.shape(0)[3]};
}

Inferred transform_landmarks(const NodeView& v) {
    if (v.inputs() != 2 || v.shape(1) != Shape{1, 4, 4}) return {};
    const Shape& points = v.shape(0);
    if (points.size() != 3 || points[0] != 1 || points[2] != 2) return {};
    return points;
}

Inferred infer(const NodeView& v) {
    switch (v.node.op) {
    case Op::convolution:
        return convolution(v, false);
    case Op::depthwise_convolution:
        return convolution(v, true);
    case Op::max_pool:
        return max_pool(v);
    case Op::pad:
        return pad(v);
    case Op::prelu:
        return prelu(v);
    case Op::relu:
    case Op::logistic:
    case Op::negate:
    case Op::square_root:
    case Op::reciprocal_square_root:
        return v.inputs() == 1 ? Inferred(v.shape(0)) : Inferred();
    case Op::add:
    case Op::subtract:
    case Op::multiply:
    case Op::divide:
    case Op::squared_difference:
        return binary(v);
    case Op::mean:
    case Op::sum:
        return reduce(v);
    case Op::reshape: {
        // The file's own shape of the result counts; it must only hold as many elements.
        const Tensor& output = v.graph.tensors[static_cast<std::size_t>(v.node.output)];
        if (v.inputs() == 0 || output.size() != v.input(0).size()) return {};
        return output.shape;
    }
    case Op::transpose:
        return transpose(v);
    case Op::concatenate:
        return concatenate(v);
    case Op::strided_slice:
        return strided_slice(v);
    case Op::landmarks_to_matrix:
        return landmarks_to_matrix(v);
    case Op::transform_tensor:
        return transform_tensor(v);
    case Op::transform_landmarks:
        return transform_landmarks(v);
    }
    return {};
}

bool valid_window(const Node& node) {
    const auto* window = std::get_if<WindowOptions>(&node.options);
    if (window == nullptr) return true;
    const bool pool = node.op == Op::max_pool;
    return window->stride_x >= 1 && window->stride_y >= 1 && window->stride_x <= max_window &&
           window->stride_y <= max_window &&
           (!pool || (window->filter_width >= 1 && window->filter_height >= 1));
}

Result<void> check_tensors(const Graph& graph) {
    std::size_t total = 0;
    for (const Tensor& tensor : graph.tensors) {
        std::size_t count = 1;
        if (tensor.shape.size() > max_rank)
            return fail(ErrorCode::unreadable, "tensor {} has {} dimensions", tensor.name,
                        tensor.shape.size());
        for (const int extent : tensor.shape) {
            if (extent < 0 || (count *= static_cast<std::size_t>(extent)) > max_elements)
                return fail(ErrorCode::unreadable, "tensor {} has the impossible shape {}", tensor.name,
                            to_string(tensor.shape));
        }
        total += count;
        const std::size_t held = tensor.floats.size() + tensor.halves.size() + tensor.integers.size();
        if (held != 0 && held != count)
            return fail(ErrorCode::unreadable, "tensor {} of shape {} holds {} elements", tensor.name,
                        to_string(tensor.shape), held);
    }
    if (total > max_total_elements)
        return fail(ErrorCode::unreadable, "its {} tensors are too big together", graph.tensors.size());
    return {};
}

} // namespace

Result<void> check_graph(const Graph& graph) {
    if (auto checked = check_tensors(graph); !checked) return checked;
    const auto valid = [&](int index) {
        return index >= 0 && index < static_cast<int>(graph.tensors.size());
    };
    std::vector<bool> known(graph.tensors.size());
    for (std::size_t i = 0; i < graph.tensors.size(); ++i) known[i] = graph.tensors[i].is_constant();
    // An empty list of axes is a constant without elements.
    for (std::size_t i = 0; i < graph.tensors.size(); ++i)
        if (graph.tensors[i].size() == 0) known[i] = true;
    for (const int input : graph.inputs) {
        if (!valid(input) || known[static_cast<std::size_t>(input)])
            return fail(ErrorCode::unreadable, "its inputs are not its own free tensors");
        known[static_cast<std::size_t>(input)] = true;
    }
    for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
        const Node& node = graph.nodes[n];
        const auto refuse = [&](std::string_view why) {
            return fail(ErrorCode::unreadable, "operator {} ({}) {}", n, name_of(node.op), why);
        };
        for (const int input : node.inputs)
            if (!valid(input) || !known[static_cast<std::size_t>(input)])
                return refuse("reads a tensor that no operator before it has made");
        if (!valid(node.output) || known[static_cast<std::size_t>(node.output)])
            return refuse("writes a tensor that is already there");
        if (!valid_window(node)) return refuse("has an impossible window");
        const Inferred shape = infer(NodeView{graph, node});
        if (!shape) return refuse("does not fit its inputs");
        if (*shape != graph.tensors[static_cast<std::size_t>(node.output)].shape)
            return refuse(fmt::format("gives {}, the file says {}", to_string(*shape),
                                      to_string(graph.tensors[static_cast<std::size_t>(node.output)].shape)));
        known[static_cast<std::size_t>(node.output)] = true;
    }
    if (graph.inputs.empty() || graph.outputs.empty())
        return fail(ErrorCode::unreadable, "it has no inputs or no outputs");
    for (const int output : graph.outputs)
        if (!valid(output) || !known[static_cast<std::size_t>(output)] ||
            graph.tensors[static_cast<std::size_t>(output)].is_constant())
            return fail(ErrorCode::unreadable, "an output is made by no operator");
    return {};
}

} // namespace mien::network
