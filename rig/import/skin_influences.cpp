#include "rig/import/skin_influences.h"

#include <algorithm>
#include <limits>

namespace mien {
namespace {

constexpr std::size_t kept = 4;

struct Influence {
    std::uint32_t joint = 0;
    float weight = 0;
};

std::uint16_t as_joint(std::uint32_t joint) {
    return static_cast<std::uint16_t>(
        std::min<std::uint32_t>(joint, std::numeric_limits<std::uint16_t>::max()));
}

/// Everything that moves a vertex, in the file's order; weights of 0 are left out.
void collect(const std::vector<InfluenceSet>& sets, std::size_t vertex, std::vector<Influence>& influences,
             ReducedInfluences& result) {
    influences.clear();
    bool negative = false;
    for (const InfluenceSet& set : sets)
        for (std::size_t k = 0; k < kept; ++k) {
            const float weight = set.weights[vertex][static_cast<int>(k)];
            negative |= weight < 0;
            if (weight > 0) influences.push_back({set.joints[vertex * kept + k], weight});
        }
    if (negative) ++result.negative;
}

/// Appends a vertex with the best of its influences, which are changed on the way.
void append(std::vector<Influence>& influences, ReducedInfluences& result) {
    if (influences.empty()) {
        ++result.unbound;
        influences.push_back({0, 1});
    }
    if (influences.size() > kept) {
        ++result.reduced;
        std::ranges::stable_sort(influences, std::ranges::greater{}, &Influence::weight);
        influences.resize(kept);
    }
    float sum = 0;
    for (const Influence& influence : influences) sum += influence.weight;
    glm::u16vec4 joints(0);
    glm::vec4 weights(0);
    for (std::size_t k = 0; k < influences.size(); ++k) {
        joints[static_cast<int>(k)] = as_joint(influences[k].joint);
        weights[static_cast<int>(k)] = influences[k].weight / sum;
    }
    result.joints.push_back(joints);
    result.weights.push_back(weights);
}

} // namespace

ReducedInfluences reduce_influences(const std::vector<InfluenceSet>& sets) {
    ReducedInfluences result;
    if (sets.empty()) return result;
    const std::size_t count = sets.front().weights.size();
    result.joints.reserve(count);
    result.weights.reserve(count);
    std::vector<Influence> influences;
    for (std::size_t vertex = 0; vertex < count; ++vertex) {
        collect(sets, vertex, influences, result);
        append(influences, result);
    }
    return result;
}

ReducedInfluences reduce_influences(std::span<const InfluenceList> lists,
                                    std::span<const std::uint32_t> list_of) {
    ReducedInfluences result;
    result.joints.reserve(list_of.size());
    result.weights.reserve(list_of.size());
    std::vector<Influence> influences;
    for (const std::uint32_t list : list_of) {
        influences.clear();
        bool negative = false;
        for (const auto& [joint, weight] : lists[list]) {
            negative |= weight < 0;
            if (weight > 0) influences.push_back({static_cast<std::uint32_t>(joint), weight});
        }
        if (negative) ++result.negative;
        append(influences, result);
    }
    return result;
}

} // namespace mien
