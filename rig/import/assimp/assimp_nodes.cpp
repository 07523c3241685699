#include <algorithm>
#include <cmath>

#include "rig/import/assimp/assimp_scene_private.h"
#include "rig/transform.h"

namespace mien::assimp {
namespace {

/// The parts of a matrix, and the matrix itself where they do not give it back.
void set_transform(Node& node, const glm::mat4& matrix) {
    const TransformParts parts = decompose(matrix);
    node.translation = parts.translation;
    node.rotation = parts.rotation;
    node.scale = parts.scale;
    const glm::mat4 again = compose(parts);
    float largest = 0;
    float difference = 0;
    for (int column = 0; column < 4; ++column)
        for (int row = 0; row < 4; ++row) {
            largest = std::max(largest, std::abs(matrix[column][row]));
            difference = std::max(difference, std::abs(matrix[column][row] - again[column][row]));
        }
    if (difference > 1e-5f * largest) node.matrix = matrix;
}

} // namespace

glm::mat4 to_matrix(const aiMatrix4x4& m) {
    return {m.a1, m.b1, m.c1, m.d1, m.a2, m.b2, m.c2, m.d2, m.a3, m.b3, m.c3, m.d3, m.a4, m.b4, m.c4, m.d4};
}

void read_nodes(SceneReader& reader) {
    struct Pending {
        const aiNode* node;
        int parent;
    };
    std::vector<Pending> pending = {{reader.scene.mRootNode, no_index}};
    while (!pending.empty()) {
        const auto [source, parent] = pending.back();
        pending.pop_back();
        const int index = static_cast<int>(reader.rig.nodes.size());
        Node node;
        node.name = source->mName.C_Str();
        if (node.name.empty()) node.name = fmt::format("node {}", index);
        node.parent = parent;
        set_transform(node, to_matrix(source->mTransformation));
        reader.node_by_name.emplace(node.name, index);
        reader.nodes.push_back(source);
        reader.rig.nodes.push_back(std::move(node));
        reader.rig.node_order.push_back(index);
        for (unsigned i = source->mNumChildren; i > 0; --i)
            pending.push_back({source->mChildren[i - 1], index});
    }
    reader.rig.node_in_scene.assign(reader.rig.nodes.size(), true);
}

} // namespace mien::assimp
