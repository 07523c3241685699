#include "rig/import/gltf/nodes.h"

#include <algorithm>
#include <vector>

#include <nlohmann/json.hpp>

#include "rig/import/gltf/default_weights.h"
#include "rig/import/gltf/node_transform.h"

namespace mien::gltf {
namespace {

Result<Node> read_node(Document& document, const Rig& rig, const JsonObject& object) {
    Node node;
    node.name = object.text("name", object.place());
    if (auto read = read_transform(object, node, document.report); !read) return pass_on(read);
    auto mesh = object.index("mesh", rig.meshes.size());
    if (!mesh) return pass_on(mesh);
    node.mesh = *mesh;
    auto skin = object.index("skin", rig.skins.size());
    if (!skin) return pass_on(skin);
    if (node.mesh == no_index) return node;
    node.skin = *skin;
    const std::size_t targets = rig.meshes[static_cast<std::size_t>(node.mesh)].target_names.size();
    node.weights = read_default_weights(object, targets, document.report);
    return node;
}

/// The nodes that a list of the file names: a node's children, a scene's roots.
Result<std::vector<int>> read_node_list(const JsonObject& owner, const char* key, std::size_t node_count) {
    auto list = owner.list(key);
    if (!list) return pass_on(list);
    std::vector<int> nodes;
    for (const Json& value : **list) {
        std::uint64_t node = 0;
        if (!to_whole(value, node) || node >= node_count)
            return refuse("{}: {} names a node that does not exist, there are {}", owner.place(), key,
                          node_count);
        nodes.push_back(static_cast<int>(node));
    }
    return nodes;
}

using Children = std::vector<std::vector<int>>; ///< by node

Result<Children> link_nodes(const Document& document, Rig& rig) {
    Children children(rig.nodes.size());
    for (std::size_t i = 0; i < rig.nodes.size(); ++i) {
        auto list = read_node_list(document.element(List::nodes, i), "children", rig.nodes.size());
        if (!list) return pass_on(list);
        for (const int child : *list) {
            int& parent = rig.nodes[static_cast<std::size_t>(child)].parent;
            if (parent != no_index) return refuse("node {} has two parents, {} and {}", child, parent, i);
            parent = static_cast<int>(i);
        }
        children[i] = std::move(*list);
    }
    return children;
}

/// All nodes below `roots` and themselves, parents first.
std::vector<int> with_descendants(std::vector<int> roots, const Children& children) {
    for (std::size_t i = 0; i < roots.size(); ++i) {
        const auto& list = children[static_cast<std::size_t>(roots[i])];
        roots.insert(roots.end(), list.begin(), list.end());
    }
    return roots;
}

std::vector<int> roots_of(const Rig& rig) {
    std::vector<int> roots;
    for (std::size_t i = 0; i < rig.nodes.size(); ++i)
        if (rig.nodes[i].parent == no_index) roots.push_back(static_cast<int>(i));
    return roots;
}

/// The nodes that the default scene names; the roots where the file has no scenes.
Result<std::vector<int>> scene_roots(const Document& document, const Rig& rig) {
    auto index = document.root().index("scene", document.size(List::scenes));
    if (!index) return pass_on(index);
    if (*index == no_index && document.size(List::scenes) == 0) return roots_of(rig);
    const JsonObject scene = document.element(List::scenes, static_cast<std::size_t>(std::max(*index, 0)));
    auto nodes = read_node_list(scene, "nodes", rig.nodes.size());
    if (!nodes) return nodes;
    std::ranges::sort(*nodes);
    nodes->erase(std::unique(nodes->begin(), nodes->end()), nodes->end());
    return nodes;
}

} // namespace

Result<void> read_nodes(Document& document, Rig& rig) {
    for (std::size_t i = 0; i < document.size(List::nodes); ++i) {
        auto node = read_node(document, rig, document.element(List::nodes, i));
        if (!node) return pass_on(node);
        rig.nodes.push_back(std::move(*node));
    }
    auto children = link_nodes(document, rig);
    if (!children) return pass_on(children);
    rig.node_order = with_descendants(roots_of(rig), *children);
    if (rig.node_order.size() < rig.nodes.size()) {
        // What no root leads to hangs on a node that is its own ancestor.
        std::vector<bool> reached(rig.nodes.size(), false);
        for (const int node : rig.node_order) reached[static_cast<std::size_t>(node)] = true;
        return refuse("node {} is its own ancestor", std::ranges::find(reached, false) - reached.begin());
    }
    auto scene = scene_roots(document, rig);
    if (!scene) return pass_on(scene);
    rig.node_in_scene.assign(rig.nodes.size(), false);
    for (const int node : with_descendants(std::move(*scene), *children))
        rig.node_in_scene[static_cast<std::size_t>(node)] = true;
    return {};
}

} // namespace mien::gltf
