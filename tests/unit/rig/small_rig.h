// Rigs put together by hand, without a file.
#pragma once

#include <initializer_list>
#include <string>
#include <utility>

#include "rig/rig.h"

namespace mien::test {

/// Adds a node below `parent`; returns its index. Parents come first, so node_order is the list itself.
inline int add_node(Rig& rig, const std::string& name, int parent,
                    const glm::vec3& translation = glm::vec3(0)) {
    Node node;
    node.name = name;
    node.parent = parent;
    node.translation = translation;
    rig.nodes.push_back(node);
    rig.node_order.push_back(static_cast<int>(rig.nodes.size()) - 1);
    rig.node_in_scene.push_back(true);
    return rig.node_order.back();
}

/// Nodes of these names, each with its parent's index, as joints of one skin.
inline Rig skeleton(std::initializer_list<std::pair<const char*, int>> nodes) {
    Rig rig;
    Skin skin;
    for (const auto& [name, parent] : nodes) {
        skin.joints.push_back(add_node(rig, name, parent));
        skin.inverse_bind.emplace_back(1.0f);
    }
    rig.skins.push_back(skin);
    return rig;
}

} // namespace mien::test
