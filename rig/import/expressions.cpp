#include "rig/import/expressions.h"

#include <cstddef>
#include <string>
#include <unordered_map>

namespace mien {

namespace {

/// By target: whether it is only a stop on another's way, which nobody drives by itself.
std::vector<bool> in_betweens(const Mesh& mesh) {
    std::vector<bool> is_one(mesh.target_names.size(), false);
    for (const MorphPath& path : mesh.paths)
        for (const MorphPath::Stop& stop : path.stops)
            if (stop.shape != path.target) is_one[static_cast<std::size_t>(stop.shape)] = true;
    return is_one;
}

} // namespace

std::vector<Expression> collect_expressions(const std::vector<Mesh>& meshes) {
    std::vector<Expression> expressions;
    std::unordered_map<std::string, std::size_t> by_name;
    for (std::size_t m = 0; m < meshes.size(); ++m) {
        const std::vector<bool> is_in_between = in_betweens(meshes[m]);
        for (std::size_t t = 0; t < meshes[m].target_names.size(); ++t) {
            if (is_in_between[t]) continue;
            const std::string& name = meshes[m].target_names[t];
            const auto [entry, is_new] = by_name.try_emplace(name, expressions.size());
            if (is_new) expressions.push_back({name, {}});
            expressions[entry->second].targets.push_back({static_cast<int>(m), static_cast<int>(t)});
        }
    }
    return expressions;
}

} // namespace mien
