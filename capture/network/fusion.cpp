#include "capture/network/fusion.h"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "capture/network/fast_kernels.h"

namespace mien::network {
namespace {

std::size_t index_of(int value) {
    return static_cast<std::size_t>(value);
}

class Fuser {
public:
    explicit Fuser(const Graph& graph)
        : graph_(graph), producers_(graph.tensors.size(), -1), consumers_(graph.tensors.size()),
          is_output_(graph.tensors.size()), alone_(graph.nodes.size()) {
        for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
            producers_[index_of(graph.nodes[n].output)] = static_cast<int>(n);
            for (const int input : graph.nodes[n].inputs)
                consumers_[index_of(input)].push_back(static_cast<int>(n));
        }
        for (const int output : graph.outputs) is_output_[index_of(output)] = true;
    }

    FusedGraph fuse() {
        // A block can turn out to read a tensor that lies in the wrong way for it; then its nodes run alone.
        for (;;) {
            FusedGraph fused = attempt();
            const int misfit = find_misfit(fused);
            if (misfit < 0) return fused;
            alone_[index_of(misfit)] = true;
        }
    }

private:
    [[nodiscard]] const Shape& shape(int tensor) const { return graph_.tensors[index_of(tensor)].shape; }
    [[nodiscard]] const Node& node(int n) const { return graph_.nodes[index_of(n)]; }

    // The node that reads `tensor`, if it is the only one and the tensor is no output of the graph.
    [[nodiscard]] int only_consumer(int tensor) const {
        const auto& readers = consumers_[index_of(tensor)];
        return readers.size() == 1 && !is_output_[index_of(tensor)] ? readers.front() : -1;
    }

    [[nodiscard]] bool fits_depthwise(const Node& n) const {
        const auto& window = std::get<WindowOptions>(n.options);
        const Shape& kernel = shape(n.inputs[1]);
        return kernel[1] == 3 && kernel[2] == 3 && window.stride_x == window.stride_y &&
               window.stride_x <= 2 && window.activation == Activation::none &&
               window.padding == Padding::same;
    }

    [[nodiscard]] bool is_pointwise(const Node& n) const {
        const auto& window = std::get<WindowOptions>(n.options);
        const Shape& kernel = shape(n.inputs[1]);
        return kernel[1] == 1 && kernel[2] == 1 && window.stride_x == 1 && window.stride_y == 1;
    }

    // The executor's border is 2 wide.
    [[nodiscard]] bool fits_convolution(const Node& n) const {
        const auto& window = std::get<WindowOptions>(n.options);
        const Shape& in = shape(n.inputs[0]);
        const Shape& kernel = shape(n.inputs[1]);
        const Shape& out = shape(n.output);
        const auto fits = [&](std::size_t d, int stride) {
            const int before = window_extent(in[d], kernel[d], stride, window.padding).pad_before;
            return before <= 2 && (out[d] - 1) * stride + kernel[d] - before - in[d] <= 2;
        };
        return fits(1, window.stride_y) && fits(2, window.stride_x);
    }

    // A block that starts at node n, with the nodes it takes up.
    struct Found {
        Block block;
        std::vector<int> nodes;
    };

    std::optional<Found> find_block(int n) const {
        Found found;
        Block& block = found.block;
        int convolution = n;
        if (node(n).op == Op::depthwise_convolution) {
            if (!fits_depthwise(node(n))) return {};
            convolution = only_consumer(node(n).output);
            if (convolution < 0 || node(convolution).op != Op::convolution ||
                !is_pointwise(node(convolution)))
                return {};
            block.depthwise = n;
            found.nodes.push_back(n);
        }
        if (node(convolution).op != Op::convolution || !fits_convolution(node(convolution)) ||
            alone_[index_of(convolution)])
            return {};
        found.nodes.push_back(convolution);
        block.input = node(n).inputs[0];
        block.convolution = convolution;
        block.output = node(convolution).output;
        block.relu = std::get<WindowOptions>(node(convolution).options).activation == Activation::relu;
        if (!block.relu) {
            take_residual(found);
            take_activation(found);
        }
        return found;
    }

    void take_residual(Found& found) const {
        Block& block = found.block;
        const int add = only_consumer(block.output);
        if (add < 0 || node(add).op != Op::add ||
            std::get<ElementwiseOptions>(node(add).options).activation != Activation::none)
            return;
        const auto& inputs = node(add).inputs;
        const int other = inputs[0] == block.output ? inputs[1] : inputs[0];
        if (graph_.tensors[index_of(other)].is_constant() || shape(other) != shape(block.output)) return;
        block.residual = other;
        // The channels that a stride-2 block adds are zeros behind the pooled input's.
        if (const int pad = absorbable(block.residual, Op::pad); pad >= 0 && pads_channels_only(node(pad))) {
            found.nodes.push_back(pad);
            block.residual = node(pad).inputs[0];
        }
        if (const int pool = absorbable(block.residual, Op::max_pool); pool >= 0 && halves(node(pool))) {
            found.nodes.push_back(pool);
            block.residual = node(pool).inputs[0];
            block.pooled = true;
        }
        found.nodes.push_back(add);
        block.output = node(add).output;
    }

    void take_activation(Found& found) const {
        Block& block = found.block;
        const int next = only_consumer(block.output);
        if (next < 0) return;
        if (node(next).op == Op::relu) {
            block.relu = true;
        } else if (node(next).op == Op::prelu && graph_.tensors[index_of(node(next).inputs[1])].size() ==
                                                     static_cast<std::size_t>(shape(block.output).back())) {
            block.slopes = node(next).inputs[1];
        } else {
            return;
        }
        found.nodes.push_back(next);
        block.output = node(next).output;
    }

    // The node of this kind that makes `tensor` for nobody else.
    [[nodiscard]] int absorbable(int tensor, Op op) const {
        const int producer = producers_[index_of(tensor)];
        return producer >= 0 && node(producer).op == op && only_consumer(tensor) >= 0 ? producer : -1;
    }

    [[nodiscard]] bool pads_channels_only(const Node& n) const {
        const auto& amounts = graph_.tensors[index_of(n.inputs[1])].integers;
        return amounts.size() == 8 &&
               std::all_of(amounts.begin(), amounts.begin() + 7, [](int a) { return a == 0; });
    }

    [[nodiscard]] bool halves(const Node& n) const {
        const auto& window = std::get<WindowOptions>(n.options);
        const Shape& in = shape(n.inputs[0]);
        return window.stride_x == 2 && window.stride_y == 2 && window.filter_width == 2 &&
               window.filter_height == 2 && in[1] % 2 == 0 && in[2] % 2 == 0;
    }

    FusedGraph attempt() const {
        FusedGraph fused;
        std::vector<bool> taken(graph_.nodes.size());
        for (int n = 0; n < static_cast<int>(graph_.nodes.size()); ++n) {
            if (taken[index_of(n)]) continue;
            Step step;
            step.node = n;
            const Op op = node(n).op;
            if (op == Op::convolution || op == Op::depthwise_convolution) {
                if (const auto found = find_block(n)) {
                    step.kind = Step::Kind::block;
                    step.block = found->block;
                    for (const int part : found->nodes) {
                        taken[index_of(part)] = true;
                        step.node = std::max(step.node, part);
                    }
                }
            }
            fused.steps.push_back(step);
        }
        // A pool or padding in front of a block's first node was still met by itself before the block took
        // it.
        std::erase_if(fused.steps, [&](const Step& step) {
            return step.kind == Step::Kind::node && taken[index_of(step.node)];
        });
        std::stable_sort(fused.steps.begin(), fused.steps.end(),
                         [](const Step& a, const Step& b) { return a.node < b.node; });
        choose_layouts(fused);
        return fused;
    }

    // A map that only blocks and transform_tensor make and read has a border; all else lies dense.
    void choose_layouts(FusedGraph& fused) const {
        std::vector<bool> map_made(graph_.tensors.size());
        std::vector<bool> other_use(graph_.tensors.size());
        for (std::size_t t = 0; t < graph_.tensors.size(); ++t)
            if (is_output_[t] || graph_.tensors[t].shape.size() != 4) other_use[t] = true;
        for (const int input : graph_.inputs) map_made[index_of(input)] = true;
        for (const Step& step : fused.steps) {
            if (step.kind == Step::Kind::block) {
                map_made[index_of(step.block.output)] = true;
                continue;
            }
            const Node& n = node(step.node);
            const bool transforms = n.op == Op::transform_tensor;
            if (transforms) map_made[index_of(n.output)] = true;
            for (std::size_t i = 0; i < n.inputs.size(); ++i)
                if (!transforms || i != 0) other_use[index_of(n.inputs[i])] = true;
        }
        fused.layouts.assign(graph_.tensors.size(), Layout::dense);
        for (std::size_t t = 0; t < graph_.tensors.size(); ++t)
            if (map_made[t] && !other_use[t]) fused.layouts[t] = Layout::bordered;
        for (const int input : graph_.inputs)
            if (fused.layouts[index_of(input)] == Layout::bordered)
                fused.layouts[index_of(input)] = Layout::exact;
    }

    // The convolution of a block that cannot read its inputs as they lie; -1: all is well.
    [[nodiscard]] int find_misfit(const FusedGraph& fused) const {
        for (const Step& step : fused.steps) {
            if (step.kind != Step::Kind::block) continue;
            const Block& block = step.block;
            const Layout in = fused.layouts[index_of(block.input)];
            const bool pointwise = is_pointwise(node(block.convolution)) && block.depthwise < 0;
            if (in == Layout::dense && !pointwise) return block.convolution;
            if (in == Layout::exact && block.depthwise >= 0) return block.convolution;
            if (block.residual >= 0 && fused.layouts[index_of(block.residual)] != Layout::bordered &&
                shape(block.residual).back() % channel_multiple != 0)
                return block.convolution;
        }
        // transform_tensor can read and write all layouts.
        return -1;
    }

    const Graph& graph_;
    std::vector<int> producers_;              // by tensor: the node that makes it
    std::vector<std::vector<int>> consumers_; // by tensor
    std::vector<bool> is_output_;             // by tensor
    std::vector<bool> alone_;                 // by node: a convolution that must not become a block
};

} // namespace

FusedGraph fuse(const Graph& graph) {
    return Fuser(graph).fuse();
}

} // namespace mien::network
