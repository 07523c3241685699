// The executor with each of its sets of kernels beside OpenCV's dnn, on one thread: CPU milliseconds a run,
// the least and the median.
//
//   network_bench MODEL.tflite...    for instance ~/.cache/mien/models/*.tflite
//
// OpenCV runs the convolutions alone (nearly all of the work); the executor is measured on the same part and
// on the whole model. Runs of both alternate, so that a loaded machine is equally unfair to both.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/time.h"
#include "capture/network/fast_kernels.h"
#include "capture/network/tflite_model.h"
#include "tests/support/opencv_net.h"

namespace mien::network {
namespace {

constexpr int rounds = 60;

struct Rival {
    std::string name;
    std::function<void()> run;
    std::vector<double> ms;
};

void fill(const InputView& input) {
    for (int y = 0; y < input.height; ++y)
        for (int x = 0; x < input.width * input.channels; ++x)
            input.data[static_cast<std::size_t>(y) * input.row_stride + static_cast<std::size_t>(x)] =
                static_cast<float>((x * 31 + y * 17) % 97) / 97;
}

bool measure(const std::filesystem::path& path) {
    const auto graph = read_tflite_file(path);
    if (!graph) {
        std::fprintf(stderr, "%s\n", graph.error().message.c_str());
        return false;
    }
    const Graph part = test::convolutional_part(*graph);
    std::vector<std::unique_ptr<Executor>> executors;
    std::vector<Rival> rivals;
    const auto add = [&](std::string name, std::unique_ptr<Executor> executor) {
        fill(executor->input(0));
        rivals.push_back({std::move(name), [run = executor.get()] { run->run(); }, {}});
        executors.push_back(std::move(executor));
    };
    for (const FastKernels* kernels : usable_kernels()) {
        const std::string name(kernels->name);
        add(name + ", whole model", make_fast_executor(*graph, *kernels));
        add(name + ", convolutions", make_fast_executor(part, *kernels));
    }
    test::OpenCvNet opencv(part);
    rivals.push_back({"OpenCV dnn, convolutions", [&] { (void)opencv.run(executors.back()->input(0)); }, {}});
    for (int round = 0; round < rounds; ++round)
        for (Rival& rival : rivals) {
            const Duration begin = thread_cpu_time();
            rival.run();
            rival.ms.push_back((thread_cpu_time() - begin).ms());
        }
    std::printf("%s\n", path.filename().string().c_str());
    for (Rival& rival : rivals) {
        std::sort(rival.ms.begin(), rival.ms.end());
        std::printf("  %-28s %7.2f %7.2f\n", rival.name.c_str(), rival.ms.front(),
                    rival.ms[rival.ms.size() / 2]);
    }
    return true;
}

} // namespace
} // namespace mien::network

int main(int argc, char** argv) {
    if (argc < 2) {
        std::fprintf(stderr, "network_bench MODEL.tflite...\n");
        return 2;
    }
    cv::setNumThreads(1);
    bool all = true;
    for (int i = 1; i < argc; ++i) all = mien::network::measure(argv[i]) && all;
    return all ? 0 : 3;
}
