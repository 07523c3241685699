// Polygons into triangles. Any thread.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <glm/vec3.hpp>

namespace mien {

/// Three corner numbers a triangle, with the polygon's own winding. A quad is cut along the diagonal that
/// leaves both triangles facing the same way, larger polygons by their ears (a fan where they are larger than
/// 128 corners or cross themselves). Nothing for fewer than three corners.
[[nodiscard]] std::vector<std::uint32_t> triangulate(std::span<const glm::vec3> outline);

} // namespace mien
