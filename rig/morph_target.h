// Questions to a morph target. Any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "rig/rig.h"

namespace mien {

/// The vertices that a target moves. Its own list names those whose normals it turns, too.
[[nodiscard]] std::vector<std::uint32_t> moved_vertices(const MorphTarget& target);
/// True where a target moves any vertex.
[[nodiscard]] bool moves(const MorphTarget& target);

/// What the lists of a target take in memory.
[[nodiscard]] std::size_t bytes_of(const MorphTarget& target);

} // namespace mien
