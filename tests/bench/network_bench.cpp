// The executor with each of its sets of kernels beside OpenCV's dnn, on one thread: CPU milliseconds a run,
// the least and the median.
//
//   network_bench MODEL.tflite...    for instance ~/.cache/mien/models/*.tflite
//
// Beside each the share of what the core can do at most: the model's multiply-adds at the pace of a loop of
// independent fused multiply-adds in 256-bit registers, measured in the same minute.
//
// OpenCV runs the convolutions that need nothing else alone: of the attention mesh that leaves the regions of
// eyes and lips out, to the executor's disadvantage. Runs of both alternate, so that a loaded machine is
// equally unfair to both.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "base/time.h"
#include "capture/network/executor.h"
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

/// Products of convolutions, in millions.
double multiply_adds(const Graph& graph) {
    double sum = 0;
    for (const Node& node : graph.nodes) {
        if (node.op != Op::convolution && node.op != Op::depthwise_convolution) continue;
        const Shape& weights = graph.tensors[static_cast<std::size_t>(node.inputs[1])].shape;
        const double inputs = node.op == Op::convolution ? weights[3] : 1;
        sum += static_cast<double>(graph.tensors[static_cast<std::size_t>(node.output)].size()) * weights[1] *
               weights[2] * inputs;
    }
    return sum / 1e6;
}

#if defined(__x86_64__)
/// Billions of multiply-adds a second, the best of some tries. Twelve sums are enough for the latency of
/// every core.
__attribute__((target("avx2,fma"))) double core_peak() {
    constexpr int steps = 200000;
    constexpr int sums = 12;
    double best = 0;
    for (int attempt = 0; attempt < 20; ++attempt) {
        __m256 sum[sums];
        for (__m256& s : sum) {
            s = _mm256_set1_ps(1);
            __asm__ volatile("" : "+x"(s)); // twelve, not one that is copied
        }
        __m256 factor = _mm256_set1_ps(0.999F);
        const Duration begin = thread_cpu_time();
        for (int i = 0; i < steps; ++i) {
            __asm__ volatile("" : "+x"(factor)); // the loop must not be folded
#pragma GCC unroll 12
            for (int k = 0; k < sums; ++k) sum[k] = _mm256_fmadd_ps(sum[k], factor, factor);
        }
        for (__m256& s : sum) __asm__ volatile("" : "+x"(s));
        best = std::max(best, 8.0 * sums * steps / 1e9 / (thread_cpu_time() - begin).seconds());
    }
    return best;
}
bool knows_peak() {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}
#else
double core_peak() {
    return 0;
}
bool knows_peak() {
    return false;
}
#endif

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
        add(name, make_fast_executor(*graph, *kernels));
    }
    test::OpenCvNet opencv(part);
    rivals.push_back({"OpenCV dnn, convolutions", [&] { (void)opencv.run(executors.back()->input(0)); }, {}});
    for (int round = 0; round < rounds; ++round)
        for (Rival& rival : rivals) {
            const Duration begin = thread_cpu_time();
            rival.run();
            rival.ms.push_back((thread_cpu_time() - begin).ms());
        }
    const double products = multiply_adds(*graph);
    const double least_ms = knows_peak() ? products / core_peak() : 0;
    std::printf("%s: %.1f million multiply-adds", path.filename().string().c_str(), products);
    if (least_ms > 0) std::printf(", at least %.2f ms on this core", least_ms);
    std::printf("\n");
    for (Rival& rival : rivals) {
        std::sort(rival.ms.begin(), rival.ms.end());
        const double median = rival.ms[rival.ms.size() / 2];
        std::printf("  %-28s %7.2f %7.2f  %3.0f %%\n", rival.name.c_str(), rival.ms.front(), median,
                    100 * least_ms / rival.ms.front());
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
