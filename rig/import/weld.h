// Joins vertices that are the same in every way. Formats that store corners of faces give three a triangle.
// Any thread.
#pragma once

#include <cstdint>
#include <vector>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "rig/import/skin_influences.h"

namespace mien {

/// Vertices as corners: every list one per corner or empty.
struct Corners {
    std::vector<glm::vec3> positions;
    std::vector<glm::vec3> normals;
    std::vector<glm::vec2> uv;
    std::vector<InfluenceList> influences;
    std::vector<std::vector<glm::vec3>> deltas; ///< by target, then by corner
};

/// By corner: its vertex. Two corners share one where everything about them is equal, each target's delta
/// too: lips that touch at rest stay two. Vertices are numbered by their first corner.
[[nodiscard]] std::vector<std::uint32_t> weld(const Corners& corners);

} // namespace mien
