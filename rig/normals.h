// Vertex normals from triangles, for meshes that have none. Any thread.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <glm/vec3.hpp>

namespace mien {

/// One unit normal per position: the mean of the adjacent triangles' normals, weighted by their angle at the
/// vertex (Thuermer and Wuethrich 1998). Vertices that stand at the same place (seams of the texture) share
/// their normals unless they differ by more than 60 degrees, which is taken for a sharp edge. A vertex
/// without a triangle of any area gets +z.
[[nodiscard]] std::vector<glm::vec3> compute_normals(std::span<const glm::vec3> positions,
                                                     std::span<const std::uint32_t> indices);

} // namespace mien
