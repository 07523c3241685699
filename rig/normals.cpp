#include "rig/normals.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <tuple>

#include <glm/geometric.hpp>

#include "rig/unit_vector.h"

namespace mien {
namespace {

float angle_between(const glm::vec3& a, const glm::vec3& b) {
    return std::acos(std::clamp(glm::dot(a, b), -1.0f, 1.0f));
}

std::vector<glm::vec3> sum_of_triangles(std::span<const glm::vec3> positions,
                                        std::span<const std::uint32_t> indices) {
    std::vector<glm::vec3> sums(positions.size(), glm::vec3(0));
    for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
        const std::uint32_t corners[3] = {indices[i], indices[i + 1], indices[i + 2]};
        glm::vec3 edges[3]; // from corner k to the next one
        for (int k = 0; k < 3; ++k) edges[k] = unit(positions[corners[(k + 1) % 3]] - positions[corners[k]]);
        const glm::vec3 normal = unit(glm::cross(edges[0], -edges[2]));
        for (int k = 0; k < 3; ++k) sums[corners[k]] += normal * angle_between(edges[k], -edges[(k + 2) % 3]);
    }
    return sums;
}

auto place_of(const glm::vec3& position) {
    return std::make_tuple(position.x, position.y, position.z);
}

/// Adds up what stands at one place, each vertex only with those within the crease angle of its own.
void share_at_one_place(std::span<const std::uint32_t> vertices, const std::vector<glm::vec3>& sums,
                        std::vector<glm::vec3>& shared) {
    constexpr float cosine_of_crease = 0.5f; // 60 degrees
    // Hundreds of vertices at one point are a collapsed or hostile mesh: pairs would cost their square.
    constexpr std::size_t most_at_one_place = 64;
    if (vertices.size() < 2 || vertices.size() > most_at_one_place) return;
    for (const std::uint32_t vertex : vertices) {
        const glm::vec3 own = unit(sums[vertex]);
        for (const std::uint32_t other : vertices)
            if (other != vertex && glm::dot(own, unit(sums[other])) > cosine_of_crease)
                shared[vertex] += sums[other];
    }
}

} // namespace

std::vector<glm::vec3> compute_normals(std::span<const glm::vec3> positions,
                                       std::span<const std::uint32_t> indices) {
    const std::vector<glm::vec3> sums = sum_of_triangles(positions, indices);
    std::vector<std::uint32_t> by_place(positions.size());
    std::iota(by_place.begin(), by_place.end(), 0u);
    std::ranges::sort(by_place, {}, [&](std::uint32_t vertex) { return place_of(positions[vertex]); });

    std::vector<glm::vec3> normals = sums;
    for (std::size_t from = 0, to = 0; from < by_place.size(); from = to) {
        to = from + 1;
        while (to < by_place.size() && positions[by_place[to]] == positions[by_place[from]]) ++to;
        share_at_one_place(std::span(by_place).subspan(from, to - from), sums, normals);
    }
    for (glm::vec3& normal : normals) normal = unit(normal, glm::vec3(0, 0, 1));
    return normals;
}

} // namespace mien
