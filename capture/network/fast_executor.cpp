#include <algorithm>
#include <array>
#include <variant>

#include "capture/network/block_runner.h"
#include "capture/network/buffer_plan.h"
#include "capture/network/executor.h"
#include "capture/network/fusion.h"
#include "capture/network/plain_ops.h"
#include "capture/network/transform_ops.h"

namespace mien::network {
namespace {

std::size_t index_of(int value) {
    return static_cast<std::size_t>(value);
}

// A node outside all blocks, on dense tensors.
struct NodeRunner {
    PlainNode node;
    std::vector<std::span<const float>> inputs;
    std::span<float> output;
};

// TransformTensorBilinear works on maps with borders as they lie.
struct TransformRunner {
    MapView from;
    std::span<const float, 16> matrix;
    MutableMapView to;
};

class FastExecutor final : public Executor {
public:
    FastExecutor(Graph graph, const FastKernels& kernels)
        : graph_(std::move(graph)), fused_(fuse(graph_)), plan_(graph_, fused_) {
        std::size_t scratch_size = 0;
        for (const Step& step : fused_.steps) {
            if (step.kind == Step::Kind::block) {
                BlockRunner runner(graph_, step.block, plan_, kernels);
                scratch_size = std::max(scratch_size, runner.scratch_size());
                runners_.emplace_back(std::move(runner));
            } else {
                const Node& node = graph_.nodes[index_of(step.node)];
                if (node.op == Op::transform_tensor)
                    runners_.emplace_back(make_transform(node));
                else
                    runners_.emplace_back(make_node(node));
            }
        }
        scratch_.resize(scratch_size);
        drop_constants();
    }

    InputView input(std::size_t i) override {
        const PlacedMap& map = plan_.map(graph_.inputs[i]);
        return {map.data, map.width, map.height, map.channels, map.row_step};
    }

    void run() override {
        for (Runner& runner : runners_) {
            if (const auto* block = std::get_if<BlockRunner>(&runner))
                block->run(scratch_);
            else if (const auto* transform = std::get_if<TransformRunner>(&runner))
                transform_map(transform->from, transform->matrix, transform->to);
            else {
                const auto& plain = std::get<NodeRunner>(runner);
                plain.node.run(plain.inputs, plain.output);
            }
        }
    }

    std::span<const float> output(std::size_t i) const override { return dense(graph_.outputs[i]); }
    const Shape& output_shape(std::size_t i) const override {
        return graph_.tensors[index_of(graph_.outputs[i])].shape;
    }

private:
    using Runner = std::variant<BlockRunner, NodeRunner, TransformRunner>;

    [[nodiscard]] std::span<float> dense(int tensor) const {
        return {plan_.map(tensor).data, graph_.tensors[index_of(tensor)].size()};
    }

    NodeRunner make_node(const Node& node) {
        NodeRunner runner{PlainNode(graph_, node), {}, dense(node.output)};
        for (const int input : node.inputs)
            runner.inputs.push_back(graph_.tensors[index_of(input)].is_constant() ? std::span<const float>()
                                                                                  : dense(input));
        return runner;
    }

    TransformRunner make_transform(const Node& node) {
        const PlacedMap& from = plan_.map(node.inputs[0]);
        const PlacedMap& to = plan_.map(node.output);
        return {{from.data, from.width, from.height, from.channels, from.pixel_step, from.row_step},
                dense(node.inputs[1]).first<16>(),
                {to.data, to.width, to.height, to.pixel_step, to.row_step}};
    }

    // The runners hold their own copies, packed.
    void drop_constants() {
        for (Tensor& tensor : graph_.tensors) {
            tensor.floats = {};
            tensor.halves = {};
        }
    }

    Graph graph_;
    FusedGraph fused_;
    BufferPlan plan_;
    std::vector<Runner> runners_;
    Scratch scratch_;
};

} // namespace

std::unique_ptr<Executor> make_fast_executor(Graph graph, const FastKernels& kernels) {
    return std::make_unique<FastExecutor>(std::move(graph), kernels);
}

} // namespace mien::network
