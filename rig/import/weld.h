// Joins vertices that are the same in every way. Formats that store corners of faces give three a triangle.
// Any thread.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "rig/rig.h"

namespace mien {

/// Vertices as corners: every list one per corner or empty.
struct Corners {
    std::vector<glm::vec3> positions;
    std::vector<glm::vec3> normals;
    std::vector<glm::vec2> uv;
    std::vector<glm::vec4> colours;
    std::vector<std::vector<std::pair<int, float>>> influences; ///< joint and weight
    std::vector<std::vector<glm::vec3>> deltas;                 ///< by target, then by corner
};

/// By corner: its vertex. Two corners share one where everything about them is equal, each target's delta
/// too: lips that touch at rest stay two. Vertices are numbered by their first corner.
[[nodiscard]] std::vector<std::uint32_t> weld(const Corners& corners);

} // namespace mien
