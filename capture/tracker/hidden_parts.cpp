#include "capture/tracker/hidden_parts.h"

#include <algorithm>
#include <bit>
#include <span>
#include <utility>
#include <vector>

#include "capture/tracker/hidden_parts_weights.h"

namespace mien {
namespace {

using network::Graph;
using network::Node;
using network::Tensor;

// Outputs of the attention mesh.
constexpr std::size_t lips_output = 1;
constexpr std::array<std::size_t, 2> eye_outputs = {2, 3};
constexpr std::size_t presence_output = 6;

const Tensor& tensor_of(const Graph& graph, int tensor) {
    return graph.tensors[static_cast<std::size_t>(tensor)];
}

// The convolution that an output comes from, through whatever only reshapes or moves its values.
const Node* head_of(const Graph& graph, std::size_t output) {
    if (output >= graph.outputs.size()) return nullptr;
    int tensor = graph.outputs[output];
    for (std::size_t steps = 0; steps < graph.nodes.size(); ++steps) {
        const auto node = std::find_if(graph.nodes.begin(), graph.nodes.end(),
                                       [&](const Node& n) { return n.output == tensor; });
        if (node == graph.nodes.end() || node->inputs.empty()) return nullptr;
        if (node->op == network::Op::convolution) return &*node;
        tensor = node->inputs[0];
    }
    return nullptr;
}

// FNV-1a over the bits of the values.
std::uint64_t hash_of(const std::vector<float>& values) {
    std::uint64_t hash = 0xCBF29CE484222325U;
    for (const float value : values) hash = (hash ^ std::bit_cast<std::uint32_t>(value)) * 0x100000001B3U;
    return hash;
}

int add_tensor(Graph& graph, network::Shape shape, std::span<const float> values = {}) {
    Tensor tensor;
    tensor.shape = std::move(shape);
    tensor.floats.assign(values.begin(), values.end());
    graph.tensors.push_back(std::move(tensor));
    return static_cast<int>(graph.tensors.size()) - 1;
}

// A convolution over the whole of a map: one number for each row of weights.
void add_head(Graph& graph, int map, std::span<const float> weights, std::span<const float> bias) {
    const network::Shape shape = tensor_of(graph, map).shape;
    const auto rows = static_cast<int>(bias.size());
    Node node;
    node.op = network::Op::convolution;
    node.inputs = {map, add_tensor(graph, {rows, shape[1], shape[2], shape[3]}, weights),
                   add_tensor(graph, {rows}, bias)};
    node.output = add_tensor(graph, {1, 1, 1, rows});
    network::WindowOptions window;
    window.padding = network::Padding::valid;
    node.options = window;
    graph.outputs.push_back(node.output);
    graph.nodes.push_back(std::move(node));
}

/// The last maps before the answers.
struct FeatureMaps {
    int lips = -1;
    std::array<int, 2> eyes{-1, -1};
    int face = -1;
    int lip_weights = -1;
};

std::optional<FeatureMaps> feature_maps(const Graph& graph) {
    const Node* lips = head_of(graph, lips_output);
    const Node* left = head_of(graph, eye_outputs[0]);
    const Node* right = head_of(graph, eye_outputs[1]);
    const Node* presence = head_of(graph, presence_output);
    if (lips == nullptr || left == nullptr || right == nullptr || presence == nullptr) return {};
    FeatureMaps maps{
        lips->inputs[0], {left->inputs[0], right->inputs[0]}, presence->inputs[0], lips->inputs[1]};
    for (const int region : {maps.lips, maps.eyes[0], maps.eyes[1]})
        if (tensor_of(graph, region).size() != hidden_parts::region_features) return {};
    if (tensor_of(graph, maps.face).size() != hidden_parts::face_features) return {};
    return maps;
}

} // namespace

std::uint64_t mesh_feature_hash(const Graph& graph) {
    const auto maps = feature_maps(graph);
    return maps ? hash_of(constant_floats(tensor_of(graph, maps->lip_weights))) : 0;
}

bool add_mesh_features(Graph& graph) {
    const auto maps = feature_maps(graph);
    if (!maps) return false;
    for (const int map : {maps->lips, maps->eyes[0], maps->eyes[1], maps->face}) {
        const std::size_t size = tensor_of(graph, map).size();
        std::vector<float> copying(size * size);
        for (std::size_t i = 0; i < size; ++i) copying[i * size + i] = 1;
        add_head(graph, map, copying, std::vector<float>(size));
    }
    return true;
}

std::optional<HiddenPartsProbe> HiddenPartsProbe::add_to(Graph& graph) {
    const auto maps = feature_maps(graph);
    if (!maps || mesh_feature_hash(graph) != hidden_parts::model_hash) return {};
    constexpr std::array<float, 2> no_bias{};
    const std::size_t first = graph.outputs.size();
    add_head(graph, maps->lips, hidden_parts::mouth, std::span(no_bias).first(1));
    for (std::size_t side = 0; side < 2; ++side)
        add_head(graph, maps->eyes[side], hidden_parts::eyes_and_brows[side], no_bias);
    add_head(graph, maps->face, hidden_parts::face, hidden_parts::bias);
    return HiddenPartsProbe(first);
}

HiddenParts HiddenPartsProbe::read(const network::Executor& executor) const {
    const auto face = executor.output(first_output_ + 3);
    HiddenParts parts;
    for (std::size_t side = 0; side < 2; ++side) {
        const auto region = executor.output(first_output_ + 1 + side);
        parts.eyes[side] = region[0] + face[side];
        parts.brows[side] = region[1] + face[2 + side];
    }
    parts.mouth = executor.output(first_output_)[0] + face[4];
    return parts;
}

} // namespace mien
