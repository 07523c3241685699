// Both executors against OpenCV's dnn, which shares no code with them.
#include <cmath>
#include <filesystem>
#include <set>
#include <string>

#include <gtest/gtest.h>
#include <opencv2/core.hpp>
#include <opencv2/dnn.hpp>

#include "capture/network/executor.h"
#include "capture/network/tflite_model.h"
#include "capture/tracker/tracker.h"
#include "tests/unit/capture_tracker/graph_builder.h"

namespace mien::network {
namespace {

using test::fill_input;
using test::GraphBuilder;

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

// The nodes that OpenCV has too, from the input on; what they hand to others are the outputs.
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

class OpenCvNet {
public:
    explicit OpenCvNet(const Graph& graph) : graph_(graph) {
        net_.setInputsNames({"input"});
        layer_of_[graph.inputs[0]] = 0;
        for (const Node& node : graph.nodes) add(node);
        net_.setPreferableBackend(cv::dnn::DNN_BACKEND_OPENCV);
    }

    // `input`: height x width x channels.
    std::vector<cv::Mat> run(const InputView& input) {
        const int sizes[] = {1, input.channels, input.height, input.width};
        cv::Mat blob(4, sizes, CV_32F);
        auto* out = blob.ptr<float>();
        for (int c = 0; c < input.channels; ++c)
            for (int y = 0; y < input.height; ++y)
                for (int x = 0; x < input.width; ++x)
                    *out++ = input.data[index_of(y) * input.row_stride + index_of(x * input.channels + c)];
        net_.setInput(blob, "input");
        std::vector<std::string> names;
        for (const int output : graph_.outputs) names.push_back(std::to_string(output));
        std::vector<cv::Mat> outputs;
        net_.forward(outputs, names);
        return outputs;
    }

private:
    void add(const Node& node) {
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

    const Graph& graph_;
    cv::dnn::Net net_;
    std::map<int, int> layer_of_; // by tensor
};

void expect_same_as_opencv(const Graph& graph) {
    ASSERT_TRUE(check_graph(graph));
    ASSERT_FALSE(graph.outputs.empty());
    cv::setNumThreads(1);
    std::vector<std::pair<std::string, std::unique_ptr<Executor>>> executors;
    executors.emplace_back("plain", make_plain_executor(graph));
    for (const FastKernels* kernels : usable_kernels())
        executors.emplace_back(kernels->name, make_fast_executor(graph, *kernels));
    for (auto& [name, executor] : executors) {
        fill_input(*executor, 0, 3);
        executor->run();
    }
    OpenCvNet net(graph);
    const std::vector<cv::Mat> expected = net.run(executors[0].second->input(0));
    for (std::size_t o = 0; o < graph.outputs.size(); ++o) {
        const Shape& shape = graph.tensors[index_of(graph.outputs[o])].shape;
        ASSERT_EQ(expected[o].total(), element_count(shape));
        const auto* values = expected[o].ptr<float>(); // channels first
        for (auto& [name, executor] : executors) {
            const auto actual = executor->output(o);
            double worst = 0;
            std::size_t i = 0;
            for (int y = 0; y < shape[1]; ++y)
                for (int x = 0; x < shape[2]; ++x)
                    for (int c = 0; c < shape[3]; ++c, ++i) {
                        const float e = values[index_of((c * shape[1] + y) * shape[2] + x)];
                        worst =
                            std::max(worst, std::abs(static_cast<double>(actual[i] - e)) / (1 + std::abs(e)));
                    }
            EXPECT_LT(worst, 5e-5) << name << ", output " << o;
        }
    }
}

TEST(OpenCvOracle, AgreesOnANetOfTheFaceModelsBlocks) {
    GraphBuilder b;
    const int in = b.input({1, 64, 64, 3});
    int x = b.relu(b.convolution(in, 24, 5, 2, Padding::same));
    x = b.block(x, 24, 1);
    x = b.block(x, 28, 1);
    x = b.block(x, 32, 2);
    x = b.block(x, 42, 1);
    x = b.block(x, 64, 2);
    b.output(b.convolution(x, 6, 1, 1, Padding::same));
    b.output(b.convolution(b.prelu(b.convolution(x, 20, 2, 2, Padding::valid)), 12, 4, 4, Padding::valid));
    expect_same_as_opencv(b.graph());
}

TEST(OpenCvOracle, AgreesOnTheModelsThemselves) {
    const auto folder = find_models().directory;
    int read = 0;
    for (const char* name : {"face_detection_short_range.tflite", "face_landmark_with_attention.tflite"}) {
        if (!std::filesystem::exists(folder / name)) continue;
        SCOPED_TRACE(name);
        const auto graph = read_tflite_file(folder / name);
        ASSERT_TRUE(graph) << graph.error().message;
        expect_same_as_opencv(convolutional_part(*graph));
        ++read;
    }
    if (read == 0) GTEST_SKIP() << "no models in " << folder << "; get them with models/fetch";
}

} // namespace
} // namespace mien::network
