#include <array>
#include <cassert>

#include "capture/network/executor.h"
#include "capture/network/plain_ops.h"

namespace mien::network {
namespace {

class PlainExecutor final : public Executor {
public:
    explicit PlainExecutor(Graph graph) : graph_(std::move(graph)), values_(graph_.tensors.size()) {
        for (const int input : graph_.inputs) allocate(input);
        for (const Node& node : graph_.nodes) {
            allocate(node.output);
            nodes_.emplace_back(graph_, node);
        }
    }

    InputView input(std::size_t i) override {
        const int tensor = graph_.inputs[i];
        const Shape& shape = graph_.tensors[static_cast<std::size_t>(tensor)].shape;
        auto& values = values_[static_cast<std::size_t>(tensor)];
        if (shape.size() != 4) return {values.data(), 1, 1, static_cast<int>(values.size()), values.size()};
        return {values.data(), shape[2], shape[1], shape[3],
                static_cast<std::size_t>(shape[2]) * static_cast<std::size_t>(shape[3])};
    }

    void run() override {
        for (std::size_t n = 0; n < nodes_.size(); ++n) {
            const Node& node = graph_.nodes[n];
            std::array<std::span<const float>, 64> inputs;
            for (std::size_t i = 0; i < node.inputs.size(); ++i)
                inputs[i] = values_[static_cast<std::size_t>(node.inputs[i])];
            nodes_[n].run(std::span(inputs.data(), node.inputs.size()),
                          values_[static_cast<std::size_t>(node.output)]);
        }
    }

    std::span<const float> output(std::size_t i) const override {
        return values_[static_cast<std::size_t>(graph_.outputs[i])];
    }
    const Shape& output_shape(std::size_t i) const override {
        return graph_.tensors[static_cast<std::size_t>(graph_.outputs[i])].shape;
    }

private:
    void allocate(int tensor) {
        values_[static_cast<std::size_t>(tensor)].resize(
            graph_.tensors[static_cast<std::size_t>(tensor)].size());
    }

    Graph graph_;
    std::vector<std::vector<float>> values_; // by tensor; empty for constants
    std::vector<PlainNode> nodes_;
};

} // namespace

std::unique_ptr<Executor> make_plain_executor(Graph graph) {
    return std::make_unique<PlainExecutor>(std::move(graph));
}

} // namespace mien::network
