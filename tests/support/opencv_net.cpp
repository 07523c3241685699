#include "tests/support/opencv_net.h"

#include <algorithm>
#include <set>
#include <string>

namespace mien::network::test {
namespace {

std::size_t index_of(int value) {
    return static_cast<std::size_t>(value);
}

bool has_layer(const Node& node) {
    switch (node.op) {
    case Op::convolution:
    case Op::depthwise_convolution:
    case Op::max_pool:
    case Op::pad:
    case Op::prelu:
    case Op::relu:
    case Op::add:
        return true;
    default:
        return false;
    }
}

// [out][ky][kx][in] -> [out][in][ky][kx]; depthwise: [1][ky][kx][c] -> [c][1][ky][kx].
cv::Mat weights_blob(const Tensor& tensor, bool depthwise) {
    const std::vector<float> values = constant_floats(tensor);
    const Shape& s = tensor.shape;
    const int outputs = depthwise ? s[3] : s[0];
    const int inputs = depthwise ? 1 : s[3];
    const int sizes[] = {outputs, inputs, s[1], s[2]};
    cv::Mat blob(4, sizes, CV_32F);
    auto* out = blob.ptr<float>();
    for (int o = 0; o < outputs; ++o)
        for (int i = 0; i < inputs; ++i)
            for (int y = 0; y < s[1]; ++y)
                for (int x = 0; x < s[2]; ++x)
                    *out++ = depthwise ? values[index_of((y * s[2] + x) * s[3] + o)]
                                       : values[index_of(((o * s[1] + y) * s[2] + x) * s[3] + i)];
    return blob;
}

cv::Mat row_blob(const Tensor& tensor) {
    const std::vector<float> values = constant_floats(tensor);
    cv::Mat blob(1, static_cast<int>(values.size()), CV_32F);
    std::copy(values.begin(), values.end(), blob.ptr<float>());
    return blob;
}

} // namespace

Graph convolutional_part(const Graph& whole) {
    Graph part = whole;
    part.nodes.clear();
    std::set<int> made(whole.inputs.begin(), whole.inputs.end());
    std::set<int> wanted(whole.outputs.begin(), whole.outputs.end());
    for (const Node& node : whole.nodes) {
        bool ready = has_layer(node);
        for (const int input : node.inputs)
            ready = ready && (made.count(input) != 0 || whole.tensors[index_of(input)].is_constant());
        if (ready) {
            part.nodes.push_back(node);
            made.insert(node.output);
        } else {
            wanted.insert(node.inputs.begin(), node.inputs.end());
        }
    }
    part.outputs.clear();
    for (const Node& node : part.nodes)
        if (wanted.count(node.output) != 0) part.outputs.push_back(node.output);
    return part;
}

OpenCvNet::OpenCvNet(const Graph& graph) : graph_(graph) {
    net_.setInputsNames({"input"});
    layer_of_[graph.inputs[0]] = 0;
    for (const Node& node : graph.nodes) add(node);
    for (const int output : graph.outputs) names_.push_back(std::to_string(output));
    net_.setPreferableBackend(cv::dnn::DNN_BACKEND_OPENCV);
}

std::vector<cv::Mat> OpenCvNet::run(const InputView& input) {
    const int sizes[] = {1, input.channels, input.height, input.width};
    cv::Mat blob(4, sizes, CV_32F);
    auto* out = blob.ptr<float>();
    for (int c = 0; c < input.channels; ++c)
        for (int y = 0; y < input.height; ++y)
            for (int x = 0; x < input.width; ++x)
                *out++ = input.data[index_of(y) * input.row_stride + index_of(x * input.channels + c)];
    net_.setInput(blob, "input");
    std::vector<cv::Mat> outputs;
    net_.forward(outputs, names_);
    return outputs;
}

void OpenCvNet::add(const Node& node) {
    cv::dnn::LayerParams params;
    params.name = std::to_string(node.output);
    std::vector<int> sources{node.inputs[0]};
    const auto tensor = [&](std::size_t i) -> const Tensor& {
        return graph_.tensors[index_of(node.inputs[i])];
    };
    switch (node.op) {
    case Op::convolution:
    case Op::depthwise_convolution: {
        const bool depthwise = node.op == Op::depthwise_convolution;
        const auto& window = std::get<WindowOptions>(node.options);
        params.type = "Convolution";
        params.set("kernel_h", tensor(1).shape[1]);
        params.set("kernel_w", tensor(1).shape[2]);
        params.set("stride_h", window.stride_y);
        params.set("stride_w", window.stride_x);
        params.set("pad_mode", window.padding == Padding::same ? "SAME" : "VALID");
        params.set("num_output", tensor(2).shape[0]);
        if (depthwise) params.set("group", tensor(2).shape[0]);
        params.blobs = {weights_blob(tensor(1), depthwise), row_blob(tensor(2))};
        break;
    }
    case Op::max_pool:
        params.type = "Pooling";
        params.set("pool", "MAX");
        params.set("kernel_h", 2);
        params.set("kernel_w", 2);
        params.set("stride_h", 2);
        params.set("stride_w", 2);
        break;
    case Op::pad: {
        params.type = "Padding";
        const int more = tensor(1).integers[7];
        const int paddings[] = {0, 0, 0, more, 0, 0, 0, 0};
        params.set("paddings", cv::dnn::DictValue::arrayInt(paddings, 8));
        break;
    }
    case Op::prelu:
        params.type = "PReLU";
        params.blobs = {row_blob(tensor(1))};
        break;
    case Op::relu:
        params.type = "ReLU";
        break;
    default: // add
        params.type = "Eltwise";
        params.set("operation", "sum");
        sources.push_back(node.inputs[1]);
    }
    const int layer = net_.addLayer(params.name, params.type, params);
    for (std::size_t i = 0; i < sources.size(); ++i)
        net_.connect(layer_of_.at(sources[i]), 0, layer, static_cast<int>(i));
    layer_of_[node.output] = layer;
}

} // namespace mien::network::test
