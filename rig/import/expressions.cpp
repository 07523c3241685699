#include "rig/import/expressions.h"

#include <cstddef>
#include <string>
#include <unordered_map>

namespace mien {

std::vector<Expression> collect_expressions(const std::vector<Mesh>& meshes) {
    std::vector<Expression> expressions;
    std::unordered_map<std::string, std::size_t> by_name;
    for (std::size_t m = 0; m < meshes.size(); ++m)
        for (std::size_t t = 0; t < meshes[m].target_names.size(); ++t) {
            const std::string& name = meshes[m].target_names[t];
            const auto [entry, is_new] = by_name.try_emplace(name, expressions.size());
            if (is_new) expressions.push_back({name, {}});
            expressions[entry->second].targets.push_back({static_cast<int>(m), static_cast<int>(t)});
        }
    return expressions;
}

} // namespace mien
