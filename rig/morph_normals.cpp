#include "rig/morph_normals.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <tuple>
#include <utility>

#include <glm/geometric.hpp>

#include "rig/morph_target.h"
#include "rig/unit_vector.h"

namespace mien {
namespace {

/// Differences below a tenth of a degree are not worth their memory.
constexpr float negligible = 0.0017f;

/// By vertex: the first vertex at the same position. Vertices are split where the texture has a seam; the
/// surface has none there.
std::vector<std::uint32_t> first_at_place(std::span<const glm::vec3> positions) {
    const auto key = [&](std::uint32_t v) {
        return std::make_tuple(positions[v].x, positions[v].y, positions[v].z, v);
    };
    std::vector<std::uint32_t> order(positions.size());
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::sort(order, {}, key);
    std::vector<std::uint32_t> place(positions.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        const bool same = i > 0 && positions[order[i]] == positions[order[i - 1]];
        place[order[i]] = same ? place[order[i - 1]] : order[i];
    }
    return place;
}

} // namespace

MorphNormals::MorphNormals(std::span<const glm::vec3> positions, std::span<const std::uint32_t> indices)
    : rest_(positions), indices_(indices), place_(first_at_place(positions)),
      first_triangle_(positions.size() + 1, 0), triangles_of_place_(indices.size()),
      sum_(positions.size(), glm::vec3(0)), moved_(positions.begin(), positions.end()),
      is_turned_(indices.size() / 3, 0), is_touched_(positions.size(), 0),
      change_(positions.size(), glm::vec3(0)) {
    for (const std::uint32_t vertex : indices_) ++first_triangle_[place_[vertex] + 1];
    std::partial_sum(first_triangle_.begin(), first_triangle_.end(), first_triangle_.begin());
    std::vector<std::uint32_t> next(first_triangle_.begin(), first_triangle_.end() - 1);
    area_normal_.reserve(indices_.size() / 3);
    for (std::size_t i = 0; i < indices_.size(); ++i) {
        const auto triangle = static_cast<Triangle>(i / 3);
        if (i % 3 == 0) area_normal_.push_back(area_normal(triangle, rest_));
        const std::uint32_t place = place_[indices_[i]];
        triangles_of_place_[next[place]++] = triangle;
        sum_[place] += area_normal_.back();
    }
    direction_.reserve(sum_.size());
    for (const glm::vec3& sum : sum_) direction_.push_back(unit(sum));
}

glm::vec3 MorphNormals::area_normal(Triangle triangle, std::span<const glm::vec3> positions) const {
    const std::size_t first = std::size_t{triangle} * 3;
    const glm::vec3& a = positions[indices_[first]];
    return glm::cross(positions[indices_[first + 1]] - a, positions[indices_[first + 2]] - a);
}

void MorphNormals::move_vertices(const MorphTarget& target) {
    for (std::size_t i = 0; i < target.vertices.size(); ++i)
        moved_[target.vertices[i]] = rest_[target.vertices[i]] + target.positions[i];
}

/// Finds the triangles round all moved vertices.
void MorphNormals::mark_triangles(const MorphTarget& target) {
    for (const std::uint32_t vertex : target.vertices) {
        const std::uint32_t place = place_[vertex];
        for (std::uint32_t i = first_triangle_[place]; i < first_triangle_[place + 1]; ++i) {
            const Triangle triangle = triangles_of_place_[i];
            if (is_turned_[triangle] != 0) continue;
            is_turned_[triangle] = 1;
            turned_.push_back(triangle);
        }
    }
}

/// Adds what each of them changes to its corners; then change_ holds the turns of their normals.
void MorphNormals::turn_places() {
    for (const Triangle triangle : turned_) {
        const glm::vec3 change = area_normal(triangle, moved_) - area_normal_[triangle];
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t place = place_[indices_[std::size_t{triangle} * 3 + k]];
            if (is_touched_[place] == 0) places_.push_back(place);
            is_touched_[place] = 1;
            change_[place] += change;
        }
    }
    for (const std::uint32_t place : places_) change_[place] = turn_of(place);
}

glm::vec3 MorphNormals::turn_of(std::uint32_t place) const {
    const glm::vec3 after = unit(sum_[place] + change_[place]);
    if (after == glm::vec3(0)) return after;
    const glm::vec3 difference = after - direction_[place];
    return glm::length(difference) > negligible ? difference : glm::vec3(0);
}

/// The target's vertices and those whose normals turn, in order.
MorphTarget MorphNormals::collect(const MorphTarget& target) {
    listed_.clear();
    std::size_t next = 0;
    for (std::uint32_t vertex = 0; vertex < place_.size(); ++vertex) {
        const bool moves = next < target.vertices.size() && target.vertices[next] == vertex;
        const std::uint32_t place = place_[vertex];
        if (moves || (is_touched_[place] != 0 && change_[place] != glm::vec3(0))) listed_.push_back(vertex);
        if (moves) ++next;
    }
    MorphTarget result;
    result.vertices = listed_; // exactly as long as needed
    result.positions.reserve(listed_.size());
    result.normals.reserve(listed_.size());
    if (!target.tangents.empty()) result.tangents.reserve(listed_.size());
    next = 0;
    for (const std::uint32_t vertex : listed_) {
        const bool moves = next < target.vertices.size() && target.vertices[next] == vertex;
        result.positions.push_back(moves ? target.positions[next] : glm::vec3(0));
        result.normals.push_back(change_[place_[vertex]]);
        if (!target.tangents.empty()) result.tangents.push_back(moves ? target.tangents[next] : glm::vec3(0));
        if (moves) ++next;
    }
    return result;
}

void MorphNormals::forget(const MorphTarget& target) {
    for (const Triangle triangle : turned_) is_turned_[triangle] = 0;
    for (const std::uint32_t place : places_) {
        is_touched_[place] = 0;
        change_[place] = glm::vec3(0);
    }
    for (const std::uint32_t vertex : target.vertices) moved_[vertex] = rest_[vertex];
    turned_.clear();
    places_.clear();
}

MorphTarget MorphNormals::completed(const MorphTarget& target) {
    move_vertices(target);
    mark_triangles(target);
    turn_places();
    MorphTarget result = collect(target);
    forget(target);
    return result;
}

std::size_t add_missing_target_normals(VertexBuffer& buffer, std::span<const std::uint32_t> indices,
                                       std::size_t most_bytes) {
    const auto lacks_normals = [](const MorphTarget& target) {
        return target.normals.empty() && !target.vertices.empty();
    };
    if (std::ranges::none_of(buffer.targets, lacks_normals)) return 0;
    MorphNormals normals(buffer.positions, indices);
    std::size_t added = 0;
    for (MorphTarget& target : buffer.targets) {
        if (!lacks_normals(target)) continue;
        MorphTarget completed = normals.completed(target);
        const std::size_t more = bytes_of(completed) - bytes_of(target);
        if (added + more > most_bytes) break;
        added += more;
        target = std::move(completed);
    }
    return added;
}

} // namespace mien
