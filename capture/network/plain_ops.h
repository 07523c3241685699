// Every operator as plain loops over row major tensors: the oracle for the fast kernels, and what runs where
// no fast kernel exists.
#pragma once

#include <span>
#include <vector>

#include "capture/network/graph.h"

namespace mien::network {

/// A node with its constants made ready, for running many times. The graph must outlive it.
class PlainNode {
public:
    /// `graph` must have passed check_graph().
    PlainNode(const Graph& graph, const Node& node);
    /// inputs: as the node's, each with the elements of its tensor; constants may be empty spans.
    void run(std::span<const std::span<const float>> inputs, std::span<float> output) const;

private:
    using Inputs = std::span<const std::span<const float>>;
    void convolution(std::span<const float> data, std::span<float> output) const;
    void depthwise(std::span<const float> data, std::span<float> output) const;
    void max_pool(std::span<const float> data, std::span<float> output) const;
    void pad(std::span<const float> data, std::span<float> output) const;
    void binary(Inputs inputs, std::span<float> output) const;
    void unary(std::span<const float> data, std::span<float> output) const;
    void reduce(std::span<const float> data, std::span<float> output) const;
    void transpose(std::span<const float> data, std::span<float> output) const;
    void concatenate(Inputs inputs, std::span<float> output) const;
    void strided_slice(std::span<const float> data, std::span<float> output) const;
    [[nodiscard]] const Tensor& tensor(std::size_t input) const;
    [[nodiscard]] const Shape& output_shape() const;

    const Graph* graph_;
    const Node* node_;
    std::vector<std::vector<float>> constants_; ///< by input; convolution weights as [ky][kx][in][out]
};

} // namespace mien::network
