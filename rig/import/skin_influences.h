// Reduces what binds a vertex to its joints to the four influences that a rig holds. Any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <glm/vec4.hpp>

namespace mien {

/// Four more influences per vertex, as a file stores them (JOINTS_n, WEIGHTS_n).
struct InfluenceSet {
    std::vector<std::uint32_t> joints; ///< four a vertex
    std::vector<glm::vec4> weights;
};

struct ReducedInfluences {
    std::vector<glm::u16vec4> joints; ///< 0 where the weight is 0
    std::vector<glm::vec4> weights;   ///< sum 1, largest first where sets were joined
    std::size_t reduced = 0;          ///< vertices that had more than four influences
    std::size_t unbound = 0;          ///< vertices without any weight: bound fully to the skin's first joint
    std::size_t negative = 0;         ///< vertices with a weight below 0, which counts as 0
};

/// What binds one vertex, in any number: joint and weight.
using InfluenceList = std::vector<std::pair<int, float>>;

/// The four largest influences of each vertex over all sets, divided by their sum. Sets are equally long.
/// Joints above 65535 stay out of any rig's range and are given as 65535.
[[nodiscard]] ReducedInfluences reduce_influences(const std::vector<InfluenceSet>& sets);

/// The same for lists, of which several vertices may share one: `list_of` says by vertex which.
[[nodiscard]] ReducedInfluences reduce_influences(std::span<const InfluenceList> lists,
                                                  std::span<const std::uint32_t> list_of);

} // namespace mien
