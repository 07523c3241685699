// The polygons of an FBX mesh and what its layers say about their corners. Any thread.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "base/result.h"
#include "rig/import/fbx/fbx_records.h"
#include "rig/import/gltf/budget.h"
#include "rig/import/report.h"
#include "rig/rig.h"

namespace mien::fbx {

/// Vertices and triangles of one geometry. Vertices are the file's control points in their order; where the
/// corners at one of them differ (normals at an edge, texture coordinates at a seam), copies stand behind
/// them all.
struct Geometry {
    std::vector<glm::vec3> positions; ///< by vertex
    std::vector<glm::vec3> normals;   ///< by vertex, unit; empty where the file has none
    std::array<std::vector<glm::vec2>, 2> uv;
    std::vector<glm::vec4> colours;
    std::vector<std::uint32_t> point; ///< by vertex: its control point
    std::size_t point_count = 0;

    struct Part {
        int material = 0; ///< counts the materials of the node that carries the mesh
        std::vector<std::uint32_t> indices;
    };
    std::vector<Part> parts; ///< by material
};

/// Reads a Geometry record of kind Mesh. Refuses positions that are not finite, polygons of points that do
/// not exist and damaged arrays; layers that do not fit cost a warning.
[[nodiscard]] Result<Geometry> read_geometry(const Record& record, gltf::Budget& budget, Report& report);

} // namespace mien::fbx
