// What the layers of an FBX mesh say about its corners: normals, texture coordinates, colours, materials.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "base/result.h"
#include "rig/import/fbx/fbx_records.h"
#include "rig/import/gltf/budget.h"
#include "rig/import/report.h"

namespace mien::fbx {

struct Polygons {
    std::vector<std::uint32_t> points; ///< by corner: its control point
    std::vector<std::size_t> ends;     ///< by polygon: the corner behind its last
};

/// How a layer counts its values (MappingInformationType).
enum class Mapping : std::uint8_t { by_corner, by_point, by_polygon, all_same };

/// Values of one layer, checked: every corner has one.
template <typename T>
struct Layer {
    Mapping mapping = Mapping::by_corner;
    std::vector<std::uint32_t> indices; ///< into values; empty: directly
    std::vector<T> values;

    [[nodiscard]] T at(std::size_t point, std::size_t polygon, std::size_t corner) const {
        const std::size_t place = mapping == Mapping::by_corner    ? corner
                                  : mapping == Mapping::by_point   ? point
                                  : mapping == Mapping::by_polygon ? polygon
                                                                   : 0;
        return values[indices.empty() ? place : indices[place]];
    }
};

struct Layers {
    const Polygons* polygons = nullptr;
    std::optional<Layer<glm::vec3>> normals;           ///< unit, or zero
    std::array<std::optional<Layer<glm::vec2>>, 2> uv; ///< v down, as glTF
    std::optional<Layer<glm::vec4>> colours;           ///< linear
    std::optional<Layer<int>> materials;

    [[nodiscard]] int material_of(std::size_t polygon) const {
        return materials ? materials->at(0, polygon, 0) : 0;
    }
};

/// A layer whose values do not reach all corners is left out with a warning. Refuses damaged arrays.
[[nodiscard]] Result<Layers> read_layers(const Record& geometry, const Polygons& polygons,
                                         std::size_t point_count, gltf::Budget& budget, Report& report);

} // namespace mien::fbx
