#include "capture/network/tflite_model.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/file.h"
#include "capture/network/flat_buffer.h"

namespace mien::network {
namespace {

constexpr std::size_t max_file_bytes = std::size_t{64} << 20U;
constexpr std::size_t max_inputs_of_node = 64;

// Numbers of fields and enumerators: tensorflow/lite/schema/schema.fbs, version 3.
namespace model_field {
constexpr int operator_codes = 1, subgraphs = 2, buffers = 4;
}
namespace code_field {
constexpr int deprecated_builtin = 0, custom = 1, builtin = 3;
}
namespace subgraph_field {
constexpr int tensors = 0, inputs = 1, outputs = 2, operators = 3;
}
namespace tensor_field {
constexpr int shape = 0, type = 1, buffer = 2, name = 3, sparsity = 6;
}
namespace operator_field {
constexpr int code = 0, inputs = 1, outputs = 2, options = 4, custom_options = 5;
}

enum TensorType : std::uint8_t { type_float32 = 0, type_float16 = 1, type_int32 = 2 };

constexpr int code_dequantize = 6;
constexpr int code_custom = 32;

struct KnownOperator {
    int code;
    Op op;
};
constexpr KnownOperator known_operators[] = {
    {0, Op::add},
    {2, Op::concatenate},
    {3, Op::convolution},
    {4, Op::depthwise_convolution},
    {14, Op::logistic},
    {17, Op::max_pool},
    {18, Op::multiply},
    {19, Op::relu},
    {22, Op::reshape},
    {34, Op::pad},
    {39, Op::transpose},
    {40, Op::mean},
    {41, Op::subtract},
    {42, Op::divide},
    {45, Op::strided_slice},
    {54, Op::prelu},
    {59, Op::negate},
    {74, Op::sum},
    {75, Op::square_root},
    {76, Op::reciprocal_square_root},
    {99, Op::squared_difference},
};
constexpr Op custom_operators[] = {Op::landmarks_to_matrix, Op::transform_tensor, Op::transform_landmarks};

class Reader {
public:
    Reader(std::span<const std::uint8_t> bytes, std::string_view name) : buffer_(bytes), name_(name) {}

    Result<Graph> read() {
        if (buffer_.identifier() != "TFL3") return refuse("it is not a TensorFlow Lite model");
        const FlatTable model = buffer_.root();
        codes_ = model.tables(model_field::operator_codes);
        const auto subgraphs = model.tables(model_field::subgraphs);
        const auto buffers = model.tables(model_field::buffers);
        if (!buffer_.broken().empty()) return refuse(buffer_.broken());
        if (subgraphs.size() != 1)
            return refuse(fmt::format("it has {} graphs instead of one", subgraphs.size()));

        if (auto done = read_tensors(subgraphs[0], buffers); !done) return pass_on(done);
        for (const FlatTable& node : subgraphs[0].tables(subgraph_field::operators))
            if (auto done = read_operator(node); !done) return pass_on(done);
        graph_.inputs = subgraphs[0].integers(subgraph_field::inputs);
        graph_.outputs = subgraphs[0].integers(subgraph_field::outputs);
        if (!buffer_.broken().empty()) return refuse(buffer_.broken());

        if (auto filled = fill_constants(); !filled) return pass_on(filled);
        if (auto checked = check_graph(graph_); !checked) return refuse(checked.error().message);
        return std::move(graph_);
    }

private:
    [[nodiscard]] tl::unexpected<Error> refuse(std::string_view why) const {
        return fail(ErrorCode::unreadable, "Cannot read the model {}: {}; fetch it again with models/fetch",
                    name_, why);
    }

    // Where a tensor's elements are in the file.
    struct Stored {
        std::span<const std::uint8_t> bytes;
        std::uint8_t type = type_float32;
    };

    Result<void> read_tensors(const FlatTable& subgraph, const std::vector<FlatTable>& buffers) {
        for (const FlatTable& entry : subgraph.tables(subgraph_field::tensors)) {
            Tensor tensor;
            tensor.name = entry.text(tensor_field::name);
            tensor.shape = entry.integers(tensor_field::shape);
            if (entry.table(tensor_field::sparsity).valid())
                return refuse(fmt::format("tensor {} is sparse, which is not supported", tensor.name));
            const std::uint32_t buffer = entry.u32(tensor_field::buffer);
            if (buffer >= buffers.size() && buffer != 0)
                return refuse(fmt::format("tensor {} has no buffer", tensor.name));
            Stored stored;
            stored.type = entry.u8(tensor_field::type);
            if (buffer < buffers.size()) stored.bytes = buffers[buffer].bytes(0);
            stored_.push_back(stored);
            graph_.tensors.push_back(std::move(tensor));
        }
        return {};
    }

    [[nodiscard]] bool valid(int tensor) const {
        return tensor >= 0 && static_cast<std::size_t>(tensor) < graph_.tensors.size();
    }

    Result<void> read_operator(const FlatTable& entry) {
        const std::uint32_t code_index = entry.u32(operator_field::code);
        if (code_index >= codes_.size()) return refuse("an operator has no code");
        const FlatTable& code = codes_[code_index];
        // Codes above 127 do not fit the first field; writers fill the other, older ones leave it 0.
        const int builtin =
            std::max<int>(code.u8(code_field::deprecated_builtin), code.i32(code_field::builtin));
        Node node;
        node.inputs = entry.integers(operator_field::inputs);
        const auto outputs = entry.integers(operator_field::outputs);
        if (outputs.size() != 1 || !valid(outputs[0])) return refuse("an operator does not have one result");
        if (node.inputs.size() > max_inputs_of_node) return refuse("an operator has too many inputs");
        node.output = outputs[0];
        for (const int input : node.inputs)
            if (!valid(input)) return refuse("an operator lacks an input");

        if (builtin == code_dequantize) return fold_dequantize(node);
        if (builtin == code_custom) {
            const std::string_view custom = code.text(code_field::custom);
            const auto* found = std::find_if(std::begin(custom_operators), std::end(custom_operators),
                                             [&](Op op) { return name_of(op) == custom; });
            if (found == std::end(custom_operators))
                return refuse(fmt::format("its operator \"{}\" is not supported", custom));
            node.op = *found;
            if (!read_custom_options(entry, node))
                return refuse(fmt::format("the options of its operator {} cannot be read", custom));
        } else {
            const auto* found =
                std::find_if(std::begin(known_operators), std::end(known_operators),
                             [&](const KnownOperator& known) { return known.code == builtin; });
            if (found == std::end(known_operators))
                return refuse(
                    fmt::format("its operator with the TensorFlow Lite code {} is not supported", builtin));
            node.op = found->op;
            // Newer files give the shape of a RESHAPE as a second input; the result's own shape is enough.
            if (node.op == Op::reshape) node.inputs.resize(std::min<std::size_t>(node.inputs.size(), 1));
            if (!read_builtin_options(entry.table(operator_field::options), node))
                return refuse(
                    fmt::format("its operator {} has options that are not supported", name_of(node.op)));
        }
        graph_.nodes.push_back(std::move(node));
        return {};
    }

    // The models keep weights as half floats, each with a DEQUANTIZE in front of its use.
    Result<void> fold_dequantize(const Node& node) {
        if (node.inputs.size() != 1) return refuse("a DEQUANTIZE does not have one input");
        const Stored& from = stored_[static_cast<std::size_t>(node.inputs[0])];
        if (from.type != type_float16 || from.bytes.empty())
            return refuse("its operator DEQUANTIZE is supported for constant half floats only");
        if (graph_.tensors[static_cast<std::size_t>(node.inputs[0])].shape !=
            graph_.tensors[static_cast<std::size_t>(node.output)].shape)
            return refuse("a DEQUANTIZE changes a shape");
        stored_[static_cast<std::size_t>(node.output)] = from;
        return {};
    }

    static bool read_activation(std::uint8_t number, Activation& activation) {
        activation = number == 1 ? Activation::relu : Activation::none;
        return number <= 1;
    }

    static bool read_window(const FlatTable& table, int activation_field, WindowOptions& window) {
        const std::uint8_t padding = table.u8(0);
        window.padding = padding == 0 ? Padding::same : Padding::valid;
        window.stride_x = table.i32(1);
        window.stride_y = table.i32(2);
        return padding <= 1 && read_activation(table.u8(activation_field), window.activation);
    }

    static bool read_builtin_options(const FlatTable& table, Node& node) {
        switch (node.op) {
        case Op::convolution: {
            WindowOptions window;
            const bool known = read_window(table, 3, window);
            node.options = window;
            return known && table.i32(4, 1) == 1 && table.i32(5, 1) == 1; // dilation
        }
        case Op::depthwise_convolution: {
            WindowOptions window;
            const bool known = read_window(table, 4, window);
            node.options = window;
            return known && table.i32(3, 1) == 1 && table.i32(5, 1) == 1 && table.i32(6, 1) == 1;
        }
        case Op::max_pool: {
            WindowOptions window;
            const bool known = read_window(table, 5, window);
            window.filter_width = table.i32(3);
            window.filter_height = table.i32(4);
            node.options = window;
            return known && window.activation == Activation::none;
        }
        case Op::add:
        case Op::subtract:
        case Op::multiply:
        case Op::divide: {
            ElementwiseOptions elementwise;
            const bool known = read_activation(table.u8(0), elementwise.activation);
            node.options = elementwise;
            return known;
        }
        case Op::concatenate:
            node.options = ConcatenateOptions{table.i32(0)};
            return table.u8(1) == 0;
        case Op::mean:
        case Op::sum:
            node.options = ReduceOptions{table.u8(0) != 0};
            return true;
        case Op::strided_slice:
            node.options = SliceOptions{table.u32(0), table.u32(1), table.u32(4)};
            return table.i32(2) == 0 && table.i32(3) == 0; // ellipsis, new axes
        default:
            return true;
        }
    }

    static bool read_custom_options(const FlatTable& entry, Node& node) {
        if (node.op == Op::transform_landmarks) return true;
        const auto map = FlexMap::read(entry.bytes(operator_field::custom_options));
        if (!map) return false;
        bool complete = true;
        // Sizes and indices stay far below 2^16; anything else is garbage and would not fit an int.
        const auto number = [&](std::string_view key, double absent) {
            const double value = map->number(key).value_or(absent);
            if (!(value > -65536.0 && value < 65536.0)) complete = false;
            return complete ? value : 0.0;
        };
        RegionOptions region;
        region.output_width = static_cast<int>(number("output_width", 0));
        region.output_height = static_cast<int>(number("output_height", 0));
        region.left_rotation_index = static_cast<int>(number("left_rotation_idx", 0));
        region.right_rotation_index = static_cast<int>(number("right_rotation_idx", 0));
        region.target_rotation = static_cast<float>(number("target_rotation_radians", 0));
        region.scale_x = static_cast<float>(number("scale_x", 1));
        region.scale_y = static_cast<float>(number("scale_y", 1));
        for (const double index : map->numbers("subset_idxs")) {
            if (!(index >= 0 && index < 65536.0))
                complete = false;
            else
                region.subset.push_back(static_cast<int>(index));
        }
        node.options = std::move(region);
        return complete;
    }

    // Only now, so that half floats behind a DEQUANTIZE are copied once and unused tensors not at all.
    Result<void> fill_constants() {
        std::size_t total = 0;
        for (const Node& node : graph_.nodes) {
            for (const int input : node.inputs) {
                if (!fill_constant(static_cast<std::size_t>(input), total))
                    return refuse(fmt::format("its tensor {} does not have the size of its shape",
                                              graph_.tensors[static_cast<std::size_t>(input)].name));
            }
        }
        return {};
    }

    // Many tensors may share one buffer, so that the sum of the copies has a limit of its own: the file's.
    bool fill_constant(std::size_t index, std::size_t& total) {
        const Stored& stored = stored_[index];
        Tensor& tensor = graph_.tensors[index];
        if (stored.bytes.empty() || tensor.is_constant()) return true;
        total += stored.bytes.size();
        if (total > max_file_bytes) return false;
        std::size_t elements = 1;
        for (const int extent : tensor.shape) {
            if (extent < 0 || static_cast<std::size_t>(extent) > max_file_bytes) return false;
            elements *= static_cast<std::size_t>(extent);
            if (elements > max_file_bytes) return false;
        }
        const auto copy = [&](auto& values) {
            if (stored.bytes.size() != elements * sizeof(values[0])) return false;
            values.resize(elements);
            std::memcpy(values.data(), stored.bytes.data(), stored.bytes.size());
            return true;
        };
        switch (stored.type) {
        case type_float32:
            return copy(tensor.floats);
        case type_float16:
            return copy(tensor.halves);
        case type_int32:
            return copy(tensor.integers);
        default:
            return true; // check_graph then finds that nothing made the tensor
        }
    }

    FlatBuffer buffer_;
    std::string_view name_;
    std::vector<FlatTable> codes_;
    std::vector<Stored> stored_;
    Graph graph_;
};

} // namespace

Result<Graph> read_tflite_model(std::span<const std::uint8_t> bytes, std::string_view name) {
    return Reader(bytes, name).read();
}

Result<Graph> read_tflite_file(const std::filesystem::path& path) {
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored))
        return fail(ErrorCode::unavailable, "The model {} is not there; get it with models/fetch",
                    path.string());
    auto bytes = read_file(path, max_file_bytes);
    if (!bytes) return pass_on(bytes);
    return read_tflite_model(*bytes, path.string());
}

} // namespace mien::network
