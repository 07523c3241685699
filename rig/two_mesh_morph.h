// The classic morph between two meshes on the CPU: a source, a target, and how far from one to the other.
// Slow and obvious; an oracle of deform() and of the shaders. Any thread.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <glm/vec3.hpp>

#include "base/result.h"

namespace mien {

/// One attribute of three floats in vertices of any layout: the first vertex's value stands `offset` bytes
/// into `bytes`, the others each `stride` bytes further. Nothing needs to be aligned.
struct VertexAttribute {
    std::span<const std::byte> bytes;
    std::size_t offset = 0;
    std::size_t stride = 0;
};

/// A mesh as its maker laid it out: attributes interleaved or one after the other, beside whatever else a
/// vertex has.
struct MeshView {
    std::size_t vertex_count = 0;
    VertexAttribute positions;
    VertexAttribute normals; ///< without bytes: the mesh has none
};

struct MorphedMesh {
    std::vector<glm::vec3> positions;
    std::vector<glm::vec3> normals; ///< unit; empty where the source has none
};

/// How far a morph of `length` seconds is after `seconds`: 0 at its start, 1 from its end on. A morph without
/// length is at its end.
[[nodiscard]] float morph_scalar(double seconds, double length);

/// source + scalar * (target - source), for positions and for normals, which are made unit again. A scalar
/// below 0 or above 1 goes beyond the two. Vertices belong together by their order. The layouts may differ;
/// where the target has no normals those of the source stay. Errors: usage (the counts differ, or an
/// attribute does not reach as far as its last vertex).
[[nodiscard]] Result<MorphedMesh> morph_between(const MeshView& source, const MeshView& target, float scalar);

} // namespace mien
