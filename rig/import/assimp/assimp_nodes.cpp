#include "rig/import/assimp/assimp_scene_private.h"
#include "rig/transform.h"

namespace mien::assimp {
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
