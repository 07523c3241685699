#include "capture/network/buffer_plan.h"

#include <limits>
#include <map>
#include <tuple>

#include "capture/network/fast_kernels.h"
#include "capture/network/weight_packing.h"

namespace mien::network {
namespace {

struct Geometry {
    int width = 1;
    int height = 1;
    int channels = 1;
    int stride = 1; // floats a pixel
    int border = 0;

    [[nodiscard]] std::size_t row_step() const {
        return static_cast<std::size_t>(width + 2 * border) * static_cast<std::size_t>(stride);
    }
    // A vector's width more, so that kernels may read whole vectors at the very end.
    [[nodiscard]] std::size_t size() const {
        return static_cast<std::size_t>(height + 2 * border) * row_step() + channel_multiple;
    }
    // Buffers of one geometry may follow one another in the same memory: what is zero in one is so in the
    // next.
    [[nodiscard]] auto key() const { return std::tuple(width, height, channels, stride, border); }
};

Geometry geometry_of(const Tensor& tensor, Layout layout) {
    Geometry g;
    if (tensor.shape.size() == 4) {
        g.height = tensor.shape[1];
        g.width = tensor.shape[2];
        g.channels = tensor.shape[3];
    } else {
        g.channels = static_cast<int>(tensor.size());
    }
    g.stride = layout == Layout::bordered ? round_up(g.channels, channel_multiple) : g.channels;
    g.border = layout == Layout::dense ? 0 : map_border;
    return g;
}

} // namespace

std::vector<int> inputs_of(const Graph& graph, const Step& step) {
    if (step.kind == Step::Kind::node) return graph.nodes[static_cast<std::size_t>(step.node)].inputs;
    std::vector<int> inputs{step.block.input};
    if (step.block.residual >= 0) inputs.push_back(step.block.residual);
    return inputs;
}

int output_of(const Graph& graph, const Step& step) {
    return step.kind == Step::Kind::block ? step.block.output
                                          : graph.nodes[static_cast<std::size_t>(step.node)].output;
}

BufferPlan::BufferPlan(const Graph& graph, const FusedGraph& fused) : maps_(graph.tensors.size()) {
    constexpr std::size_t never = std::numeric_limits<std::size_t>::max();
    std::vector<std::size_t> last_use(graph.tensors.size(), 0);
    for (std::size_t s = 0; s < fused.steps.size(); ++s)
        for (const int input : inputs_of(graph, fused.steps[s]))
            last_use[static_cast<std::size_t>(input)] = s;
    for (const int kept : graph.inputs) last_use[static_cast<std::size_t>(kept)] = never;
    for (const int kept : graph.outputs) last_use[static_cast<std::size_t>(kept)] = never;

    std::map<decltype(Geometry().key()), std::vector<std::size_t>> free_buffers;
    std::vector<std::size_t> buffer_of(graph.tensors.size(), never);
    const auto place = [&](int tensor) {
        const auto t = static_cast<std::size_t>(tensor);
        const Geometry g = geometry_of(graph.tensors[t], fused.layouts[t]);
        auto& spare = free_buffers[g.key()];
        std::size_t buffer = buffers_.size();
        if (spare.empty()) {
            buffers_.emplace_back(g.size(), 0.0F);
        } else {
            buffer = spare.back();
            spare.pop_back();
        }
        buffer_of[t] = buffer;
        const std::size_t start =
            static_cast<std::size_t>(g.border) * (g.row_step() + static_cast<std::size_t>(g.stride));
        maps_[t] = {buffers_[buffer].data() + start,    g.width,     g.height, g.channels,
                    static_cast<std::size_t>(g.stride), g.row_step()};
    };
    const auto release = [&](int tensor, std::size_t step) {
        const auto t = static_cast<std::size_t>(tensor);
        if (last_use[t] != step || buffer_of[t] == never) return;
        free_buffers[geometry_of(graph.tensors[t], fused.layouts[t]).key()].push_back(buffer_of[t]);
        buffer_of[t] = never;
    };
    for (const int input : graph.inputs) place(input);
    for (std::size_t s = 0; s < fused.steps.size(); ++s) {
        place(output_of(graph, fused.steps[s])); // before the inputs are free: no step works in place
        for (const int input : inputs_of(graph, fused.steps[s])) release(input, s);
    }
}

std::size_t BufferPlan::size() const {
    std::size_t total = 0;
    for (const auto& buffer : buffers_) total += buffer.size();
    return total;
}

} // namespace mien::network
