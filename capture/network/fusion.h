// Finds the blocks in a graph that run as one step: [depthwise 3x3 ->] convolution [-> + residual] [->
// activation].
#pragma once

#include <cstdint>
#include <vector>

#include "capture/network/graph.h"

namespace mien::network {

/// Numbers of nodes and tensors; -1 stands for none.
struct Block {
    int input = -1;       ///< tensor
    int output = -1;      ///< tensor
    int depthwise = -1;   ///< node: 3x3, stride 1 or 2, in front of a 1x1 convolution
    int convolution = -1; ///< node
    int residual = -1;    ///< tensor; has as many channels as the output or fewer (the others add 0)
    bool pooled = false;  ///< of the residual the largest of 2x2 is taken
    int slopes = -1;      ///< tensor: of PRELU
    bool relu = false;
};

/// A block, or a node that runs by itself.
struct Step {
    enum class Kind : std::uint8_t { block, node };
    Kind kind = Kind::node;
    Block block;
    int node = -1; ///< the last of a block's nodes, whose place in the order the step takes
};

/// How a tensor lies in memory.
enum class Layout : std::uint8_t {
    dense,    ///< row major without gaps
    exact,    ///< a map with a zero border; as many floats a pixel as channels (the graph's pictures)
    bordered, ///< a map with a zero border; channels padded to channel_multiple with zeros
};

/// In running order, together all nodes of the graph, with the layout of every tensor such that each step can
/// read and write it.
struct FusedGraph {
    std::vector<Step> steps;
    std::vector<Layout> layouts; ///< by tensor
};

/// `graph` must have passed check_graph().
[[nodiscard]] FusedGraph fuse(const Graph& graph);

} // namespace mien::network
