#include "rig/bone_path.h"

#include <cstddef>

namespace mien {

std::string bone_path(const Rig& rig, int node) {
    std::string path;
    for (int at = node; at != no_index; at = rig.nodes[static_cast<std::size_t>(at)].parent) {
        const std::string& name = rig.nodes[static_cast<std::size_t>(at)].name;
        path = path.empty() ? name : name + "/" + path;
    }
    return path;
}

int find_bone(const Rig& rig, std::string_view path) {
    const std::string_view last = path.substr(path.find_last_of('/') + 1); // npos + 1 is 0
    int only = no_index;
    int count = 0;
    for (std::size_t i = 0; i < rig.nodes.size(); ++i) {
        if (!path.ends_with(rig.nodes[i].name) || rig.nodes[i].name.empty()) continue;
        const int node = static_cast<int>(i);
        if (bone_path(rig, node) == path) return node;
        if (rig.nodes[i].name != last) continue;
        only = node;
        ++count;
    }
    return count == 1 ? only : no_index;
}

} // namespace mien
