#include "rig/morph_normals.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <tuple>
#include <utility>

#include <glm/geometric.hpp>

namespace mien {
namespace {

/// Differences below a tenth of a degree are not worth their memory.
constexpr float negligible = 0.0017f;

glm::vec3 direction(const glm::vec3& vector) {
    const float length = glm::length(vector);
    return length > 0 && std::isfinite(length) ? vector / length : glm::vec3(0);
}

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

std::size_t bytes_of(const MorphTarget& target) {
    return target.vertices.size() * sizeof(std::uint32_t) +
           (target.positions.size() + target.normals.size() + target.tangents.size()) * sizeof(glm::vec3);
}

} // namespace

MorphNormals::MorphNormals(std::span<const glm::vec3> positions, std::span<const std::uint32_t> indices)
    : rest_(positions), indices_(indices), place_(first_at_place(positions)),
      first_triangle_(positions.size() + 1, 0), triangles_of_place_(indices.size()),
      sum_(positions.size(), glm::vec3(0)), moved_(positions.begin(), positions.end()),
      change_(positions.size(), glm::vec3(0)), is_turned_(indices.size() / 3, false) {
    for (const std::uint32_t vertex : indices_) ++first_triangle_[place_[vertex] + 1];
    std::partial_sum(first_triangle_.begin(), first_triangle_.end(), first_triangle_.begin());
    std::vector<std::uint32_t> next(first_triangle_.begin(), first_triangle_.end() - 1);
    for (std::size_t i = 0; i < indices_.size(); ++i) {
        const auto triangle = static_cast<Triangle>(i / 3);
        const std::uint32_t place = place_[indices_[i]];
        triangles_of_place_[next[place]++] = triangle;
        sum_[place] += area_normal(triangle, rest_);
    }
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

/// Adds what each triangle round a moved vertex changes to its corners. Returns the corners' places.
std::vector<std::uint32_t> MorphNormals::turn_triangles(const MorphTarget& target) {
    std::vector<Triangle> turned;
    for (const std::uint32_t vertex : target.vertices) {
        const std::uint32_t place = place_[vertex];
        for (std::uint32_t i = first_triangle_[place]; i < first_triangle_[place + 1]; ++i) {
            const Triangle triangle = triangles_of_place_[i];
            if (is_turned_[triangle]) continue;
            is_turned_[triangle] = true;
            turned.push_back(triangle);
        }
    }
    std::vector<std::uint32_t> places;
    for (const Triangle triangle : turned) {
        is_turned_[triangle] = false;
        const glm::vec3 change = area_normal(triangle, moved_) - area_normal(triangle, rest_);
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t place = place_[indices_[std::size_t{triangle} * 3 + k]];
            if (change_[place] == glm::vec3(0)) places.push_back(place);
            change_[place] += change;
        }
    }
    std::ranges::sort(places); // one whose change passed through zero is there twice
    places.erase(std::unique(places.begin(), places.end()), places.end());
    return places;
}

glm::vec3 MorphNormals::turn_of(std::uint32_t place) const {
    const glm::vec3 before = direction(sum_[place]);
    const glm::vec3 after = direction(sum_[place] + change_[place]);
    if (after == glm::vec3(0)) return after;
    const glm::vec3 difference = after - before;
    return glm::length(difference) > negligible ? difference : glm::vec3(0);
}

void MorphNormals::complete(MorphTarget& target) {
    move_vertices(target);
    const std::vector<std::uint32_t> places = turn_triangles(target);
    std::vector<glm::vec3>& turn = change_; // by place; from here on the turn of its normal
    for (const std::uint32_t place : places) turn[place] = turn_of(place);

    // Both lists increase: they are walked side by side.
    const auto for_each_touched = [&](const auto& visit) {
        std::size_t next = 0;
        for (std::uint32_t vertex = 0; vertex < place_.size(); ++vertex) {
            const bool moves = next < target.vertices.size() && target.vertices[next] == vertex;
            if (moves || turn[place_[vertex]] != glm::vec3(0)) visit(vertex, moves ? &next : nullptr);
            if (moves) ++next;
        }
    };
    MorphTarget completed;
    std::size_t count = 0; // counted first: a vector that grows would take up to twice the memory
    for_each_touched([&](std::uint32_t, const std::size_t*) { ++count; });
    completed.vertices.reserve(count);
    completed.positions.reserve(count);
    completed.normals.reserve(count);
    if (!target.tangents.empty()) completed.tangents.reserve(count);
    for_each_touched([&](std::uint32_t vertex, const std::size_t* own) {
        completed.vertices.push_back(vertex);
        completed.positions.push_back(own != nullptr ? target.positions[*own] : glm::vec3(0));
        completed.normals.push_back(turn[place_[vertex]]);
        if (!target.tangents.empty())
            completed.tangents.push_back(own != nullptr ? target.tangents[*own] : glm::vec3(0));
    });
    for (const std::uint32_t place : places) change_[place] = glm::vec3(0);
    for (const std::uint32_t vertex : target.vertices) moved_[vertex] = rest_[vertex];
    target = std::move(completed);
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
        const std::size_t before = bytes_of(target);
        MorphTarget completed = target;
        normals.complete(completed);
        const std::size_t more = bytes_of(completed) - before;
        if (added + more > most_bytes) break;
        added += more;
        target = std::move(completed);
    }
    return added;
}

} // namespace mien
