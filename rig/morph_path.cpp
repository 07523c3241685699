#include "rig/morph_path.h"

#include <algorithm>
#include <cstddef>

namespace mien {
namespace {

constexpr MorphPath::Stop rest{0, no_index};

void follow(const MorphPath& path, std::vector<float>& weights) {
    const float weight = weights[static_cast<std::size_t>(path.target)];
    weights[static_cast<std::size_t>(path.target)] = 0;
    if (weight == 0) return;
    const auto first_positive =
        std::ranges::find_if(path.stops, [](const auto& stop) { return stop.weight > 0; });
    const auto positives = static_cast<std::size_t>(path.stops.end() - first_positive);
    const std::size_t negatives = path.stops.size() - positives;
    // The stops on this side of rest, outwards; where there is none, the nearest of the other goes on.
    const bool outwards_up = weight > 0 ? positives > 0 : negatives == 0;
    const std::size_t count = outwards_up ? positives : negatives;
    const auto stop = [&](std::size_t i) {
        return path.stops[outwards_up ? negatives + i : negatives - 1 - i];
    };
    std::size_t next = 0;
    while (next + 1 < count && (outwards_up ? stop(next).weight < weight : stop(next).weight > weight))
        ++next;
    const MorphPath::Stop before = next == 0 ? rest : stop(next - 1);
    const MorphPath::Stop after = stop(next);
    const float share = (weight - before.weight) / (after.weight - before.weight);
    if (before.shape != no_index) weights[static_cast<std::size_t>(before.shape)] += 1 - share;
    weights[static_cast<std::size_t>(after.shape)] += share;
}

} // namespace

void follow_paths(const Mesh& mesh, std::vector<float>& weights) {
    if (weights.size() != mesh.target_names.size()) return;
    for (const MorphPath& path : mesh.paths) follow(path, weights);
}

} // namespace mien
