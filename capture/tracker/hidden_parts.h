// Whether eyes, brows and mouth are behind a hand, dark glasses or something else, by what the mesh network
// itself makes of them: its inner features say so clearly, though its points and its score do not.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "capture/network/executor.h"
#include "capture/network/graph.h"

namespace mien {

/// For each part the logarithm of the odds that it is hidden: below 0 it is seen. In pairs the one on the
/// image's left comes first.
struct HiddenParts {
    std::array<float, 2> eyes{};
    std::array<float, 2> brows{};
    float mouth = 0;
};

/// Linear heads on the attention mesh's last feature maps, trained by models/train/train_hidden_parts.py on
/// rendered people behind things of many shapes, colours and textures. A plain value.
class HiddenPartsProbe {
public:
    /// Adds the heads to the graph, as further outputs. Nothing, and the graph as it was, where it is not the
    /// model that they were trained on. `graph` must have passed check_graph() and has the attention mesh's
    /// outputs.
    [[nodiscard]] static std::optional<HiddenPartsProbe> add_to(network::Graph& graph);

    /// What the last run of the graph with the heads says.
    [[nodiscard]] HiddenParts read(const network::Executor& executor) const;

private:
    explicit HiddenPartsProbe(std::size_t first_output) : first_output_(first_output) {}
    std::size_t first_output_;
};

/// For the trainer. Adds the features that the heads work on as four further outputs: lips, the eye on the
/// image's left, the other one, face. False where it is no attention mesh.
[[nodiscard]] bool add_mesh_features(network::Graph& graph);
/// Tells the model that heads were trained on from others; 0 where it is no attention mesh.
[[nodiscard]] std::uint64_t mesh_feature_hash(const network::Graph& graph);

} // namespace mien
