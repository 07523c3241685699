// Both executors against OpenCV's dnn, which shares no code with them.
#include <cmath>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "capture/network/executor.h"
#include "capture/network/tflite_model.h"
#include "capture/tracker/tracker.h"
#include "tests/support/opencv_net.h"
#include "tests/unit/capture_tracker/graph_builder.h"

namespace mien::network {
namespace {

using test::convolutional_part;
using test::fill_input;
using test::GraphBuilder;
using test::OpenCvNet;

std::size_t index_of(int value) {
    return static_cast<std::size_t>(value);
}

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
