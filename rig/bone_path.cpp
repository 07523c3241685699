#include "rig/bone_path.h"

#include <cstddef>
#include <vector>

namespace mien {

namespace {

/// True where the names from a root to `node`, joined by "/", are the path. Compared from the end.
bool has_path(const Rig& rig, int node, std::string_view path) {
    for (int at = node; at != no_index;) {
        const Node& here = rig.nodes[static_cast<std::size_t>(at)];
        if (!path.ends_with(here.name)) return false;
        path.remove_suffix(here.name.size());
        at = here.parent;
        if (at == no_index) return path.empty();
        if (!path.ends_with('/')) return false;
        path.remove_suffix(1);
    }
    return false;
}

} // namespace

std::string bone_path(const Rig& rig, int node) {
    std::vector<int> chain;
    for (int at = node; at != no_index; at = rig.nodes[static_cast<std::size_t>(at)].parent)
        chain.push_back(at);
    std::string path;
    for (auto at = chain.rbegin(); at != chain.rend(); ++at) {
        if (!path.empty()) path += '/';
        path += rig.nodes[static_cast<std::size_t>(*at)].name;
    }
    return path;
}

int find_bone(const Rig& rig, std::string_view path) {
    const std::string_view last = path.substr(path.find_last_of('/') + 1); // npos + 1 is 0
    int only = no_index;
    int count = 0;
    for (std::size_t i = 0; i < rig.nodes.size(); ++i) {
        const int node = static_cast<int>(i);
        if (has_path(rig, node, path)) return node;
        if (last.empty() || rig.nodes[i].name != last) continue;
        only = node;
        ++count;
    }
    return count == 1 ? only : no_index;
}

} // namespace mien
