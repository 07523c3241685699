#include "rig/import/fbx/fbx_geometry.h"

#include <array>
#include <map>
#include <optional>
#include <utility>

#include <glm/geometric.hpp>

#include "rig/checked_json.h"
#include "rig/finite.h"
#include "rig/import/fbx/fbx_layers.h"
#include "rig/import/triangulate.h"

namespace mien::fbx {
namespace {

Result<std::vector<glm::vec3>> read_points(const Record& record, gltf::Budget& budget) {
    const Array* array = record.array_in("Vertices");
    if (array == nullptr) return refuse("a mesh has no vertices");
    auto numbers = unpack(*array, budget);
    if (!numbers) return pass_on(numbers);
    std::vector<glm::vec3> points;
    points.reserve(numbers->size() / 3);
    for (std::size_t i = 0; i + 2 < numbers->size(); i += 3) {
        const glm::vec3 point((*numbers)[i], (*numbers)[i + 1], (*numbers)[i + 2]);
        if (!all_finite(point)) return refuse("vertex {} of a mesh is NaN or infinite", i / 3);
        points.push_back(point);
    }
    return points;
}

/// Blender writes edges without a face as polygons of two corners behind all others; its layers have no
/// values for them.
void drop_loose_edges(Polygons& polygons) {
    const auto end_before_last = [&] { return polygons.ends.size() > 1 ? *(polygons.ends.end() - 2) : 0; };
    while (!polygons.ends.empty() && polygons.ends.back() - end_before_last() < 3) polygons.ends.pop_back();
    polygons.points.resize(polygons.ends.empty() ? 0 : polygons.ends.back());
}

/// A polygon's last corner is stored as -1 - point.
Result<Polygons> read_polygons(const Record& record, std::size_t point_count, gltf::Budget& budget) {
    Polygons polygons;
    const Array* array = record.array_in("PolygonVertexIndex");
    if (array == nullptr) return polygons;
    auto indices = unpack_whole(*array, budget);
    if (!indices) return pass_on(indices);
    polygons.points.reserve(indices->size());
    for (const std::int64_t index : *indices) {
        const std::int64_t point = index < 0 ? -1 - index : index;
        if (static_cast<std::uint64_t>(point) >= point_count)
            return refuse("a polygon of a mesh has vertex {} of {}", point, point_count);
        polygons.points.push_back(static_cast<std::uint32_t>(point));
        if (index < 0) polygons.ends.push_back(polygons.points.size());
    }
    drop_loose_edges(polygons);
    return polygons;
}

/// What makes two corners at one control point the same vertex: normal, both texture coordinates and colour,
/// zero where the file has none. Finite, so it can be a key.
using CornerValues = std::array<float, 11>;

class GeometryBuilder {
public:
    GeometryBuilder(std::vector<glm::vec3> points, const Layers& layers) : layers_(layers) {
        geometry_.point_count = points.size();
        geometry_.positions = std::move(points);
        first_values_.resize(geometry_.point_count);
        for (std::size_t i = 0; i < geometry_.point_count; ++i)
            geometry_.point.push_back(static_cast<std::uint32_t>(i));
    }

    void add_polygons(const Polygons& polygons) {
        std::map<int, std::vector<std::uint32_t>> parts;
        std::size_t begin = 0;
        std::vector<std::uint32_t> corners;
        std::vector<glm::vec3> outline;
        for (std::size_t polygon = 0; polygon < polygons.ends.size(); ++polygon) {
            const std::size_t end = polygons.ends[polygon];
            corners.clear();
            outline.clear();
            for (std::size_t corner = begin; corner < end; ++corner) {
                corners.push_back(vertex_of(polygons.points[corner], values_at(polygon, corner)));
                outline.push_back(geometry_.positions[polygons.points[corner]]);
            }
            std::vector<std::uint32_t>& indices = parts[layers_.material_of(polygon)];
            for (const std::uint32_t k : triangulate(outline)) indices.push_back(corners[k]);
            begin = end;
        }
        for (auto& [material, indices] : parts)
            if (!indices.empty()) geometry_.parts.push_back({material, std::move(indices)});
    }

    [[nodiscard]] Geometry finish() {
        for (std::size_t v = 0; v < geometry_.point.size(); ++v) {
            const bool is_copy = v >= geometry_.point_count;
            const CornerValues& c =
                is_copy ? copies_[v - geometry_.point_count] : first_values_[v].value_or(CornerValues{});
            if (is_copy) geometry_.positions.push_back(glm::vec3(geometry_.positions[geometry_.point[v]]));
            if (layers_.normals) geometry_.normals.emplace_back(c[0], c[1], c[2]);
            if (layers_.uv[0]) geometry_.uv[0].emplace_back(c[3], c[4]);
            if (layers_.uv[1]) geometry_.uv[1].emplace_back(c[5], c[6]);
            if (layers_.colours) geometry_.colours.emplace_back(c[7], c[8], c[9], c[10]);
        }
        return std::move(geometry_);
    }

private:
    [[nodiscard]] CornerValues values_at(std::size_t polygon, std::size_t corner) const {
        const std::uint32_t point = layers_.polygons->points[corner];
        const auto value = [&](const auto& layer, auto otherwise) {
            return layer ? layer->at(point, polygon, corner) : otherwise;
        };
        const glm::vec3 normal = value(layers_.normals, glm::vec3(0));
        const glm::vec2 uv = value(layers_.uv[0], glm::vec2(0));
        const glm::vec2 other_uv = value(layers_.uv[1], glm::vec2(0));
        const glm::vec4 colour = value(layers_.colours, glm::vec4(0));
        return {normal.x,   normal.y, normal.z, uv.x,     uv.y,    other_uv.x,
                other_uv.y, colour.x, colour.y, colour.z, colour.w};
    }

    [[nodiscard]] std::uint32_t vertex_of(std::uint32_t point, const CornerValues& values) {
        std::optional<CornerValues>& first = first_values_[point];
        if (!first) first = values;
        if (*first == values) return point;
        const auto next = static_cast<std::uint32_t>(geometry_.point.size());
        const auto [copy, is_new] = copy_of_.try_emplace({point, values}, next);
        if (is_new) {
            copies_.push_back(values);
            geometry_.point.push_back(point);
        }
        return copy->second;
    }

    const Layers& layers_;
    Geometry geometry_;
    std::vector<std::optional<CornerValues>> first_values_; ///< by control point
    std::vector<CornerValues> copies_;                      ///< by vertex behind the control points
    std::map<std::pair<std::uint32_t, CornerValues>, std::uint32_t> copy_of_;
};

} // namespace

Result<Geometry> read_geometry(const Record& record, gltf::Budget& budget, Report& report) {
    auto points = read_points(record, budget);
    if (!points) return pass_on(points);
    auto polygons = read_polygons(record, points->size(), budget);
    if (!polygons) return pass_on(polygons);
    constexpr std::uint64_t per_corner = sizeof(CornerValues) * 3;
    if (auto charged = budget.charge((polygons->points.size() + points->size()) * per_corner); !charged)
        return pass_on(charged);
    if (polygons->ends.empty()) return Geometry{};
    auto layers = read_layers(record, *polygons, points->size(), budget, report);
    if (!layers) return pass_on(layers);
    GeometryBuilder builder(std::move(*points), *layers);
    builder.add_polygons(*polygons);
    return builder.finish();
}

} // namespace mien::fbx
