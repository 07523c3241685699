#include "capture/network/graph.h"

#include <algorithm>

#include "capture/network/half.h"

namespace mien::network {

std::size_t element_count(const Shape& shape) {
    std::size_t count = 1;
    for (const int extent : shape) count *= static_cast<std::size_t>(extent);
    return count;
}

std::string to_string(const Shape& shape) {
    return shape.empty() ? "scalar" : fmt::format("{}", fmt::join(shape, "x"));
}

std::vector<float> constant_floats(const Tensor& tensor) {
    if (!tensor.floats.empty()) return tensor.floats;
    std::vector<float> values(tensor.halves.size());
    std::transform(tensor.halves.begin(), tensor.halves.end(), values.begin(), half_to_float);
    return values;
}

std::string_view name_of(Op op) {
    switch (op) {
    case Op::convolution:
        return "CONV_2D";
    case Op::depthwise_convolution:
        return "DEPTHWISE_CONV_2D";
    case Op::max_pool:
        return "MAX_POOL_2D";
    case Op::pad:
        return "PAD";
    case Op::prelu:
        return "PRELU";
    case Op::relu:
        return "RELU";
    case Op::logistic:
        return "LOGISTIC";
    case Op::add:
        return "ADD";
    case Op::subtract:
        return "SUB";
    case Op::multiply:
        return "MUL";
    case Op::divide:
        return "DIV";
    case Op::squared_difference:
        return "SQUARED_DIFFERENCE";
    case Op::negate:
        return "NEG";
    case Op::square_root:
        return "SQRT";
    case Op::reciprocal_square_root:
        return "RSQRT";
    case Op::mean:
        return "MEAN";
    case Op::sum:
        return "SUM";
    case Op::reshape:
        return "RESHAPE";
    case Op::transpose:
        return "TRANSPOSE";
    case Op::concatenate:
        return "CONCATENATION";
    case Op::strided_slice:
        return "STRIDED_SLICE";
    case Op::landmarks_to_matrix:
        return "Landmarks2TransformMatrix";
    case Op::transform_tensor:
        return "TransformTensorBilinear";
    case Op::transform_landmarks:
        return "TransformLandmarks";
    }
    return "?";
}

WindowExtent window_extent(int input, int filter, int stride, Padding padding) {
    if (padding == Padding::valid) return {(input - filter) / stride + 1, 0};
    const int output = (input + stride - 1) / stride;
    const int missing = std::max(0, (output - 1) * stride + filter - input);
    return {output, missing / 2};
}

} // namespace mien::network
