#include "rig/import/triangulate.h"

#include <cstddef>
#include <numeric>

#include <glm/geometric.hpp>

namespace mien {
namespace {

constexpr std::size_t most_corners_with_ears = 128;

/// Newell's: right for polygons that are not convex or not quite flat.
glm::vec3 normal_of(std::span<const glm::vec3> outline) {
    glm::vec3 normal(0);
    for (std::size_t i = 0; i < outline.size(); ++i)
        normal += glm::cross(outline[i] - outline[0], outline[(i + 1) % outline.size()] - outline[0]);
    return normal;
}

/// Whether three corners turn the same way as the polygon.
bool turns_with(const glm::vec3& a, const glm::vec3& b, const glm::vec3& c, const glm::vec3& normal) {
    return glm::dot(glm::cross(b - a, c - a), normal) > 0;
}

bool is_ear(std::span<const glm::vec3> outline, std::span<const std::uint32_t> left, std::size_t at,
            const glm::vec3& normal) {
    const std::size_t count = left.size();
    const glm::vec3& a = outline[left[(at + count - 1) % count]];
    const glm::vec3& b = outline[left[at]];
    const glm::vec3& c = outline[left[(at + 1) % count]];
    if (!turns_with(a, b, c, normal)) return false;
    for (const std::uint32_t other : left) {
        const glm::vec3& p = outline[other];
        if (p == a || p == b || p == c) continue;
        if (turns_with(a, b, p, normal) && turns_with(b, c, p, normal) && turns_with(c, a, p, normal))
            return false;
    }
    return true;
}

std::vector<std::uint32_t> fan(std::size_t corners) {
    std::vector<std::uint32_t> indices;
    for (std::uint32_t i = 1; i + 1 < corners; ++i) indices.insert(indices.end(), {0u, i, i + 1});
    return indices;
}

} // namespace

std::vector<std::uint32_t> triangulate(std::span<const glm::vec3> outline) {
    if (outline.size() < 4 || outline.size() > most_corners_with_ears) return fan(outline.size());
    const glm::vec3 normal = normal_of(outline);
    if (outline.size() == 4) {
        const bool fan_fits = turns_with(outline[0], outline[1], outline[2], normal) &&
                              turns_with(outline[0], outline[2], outline[3], normal);
        const bool other_fits = turns_with(outline[1], outline[2], outline[3], normal) &&
                                turns_with(outline[1], outline[3], outline[0], normal);
        if (fan_fits || !other_fits) return fan(4);
        return {1, 2, 3, 1, 3, 0};
    }
    std::vector<std::uint32_t> left(outline.size());
    std::iota(left.begin(), left.end(), 0u);
    std::vector<std::uint32_t> indices;
    while (left.size() > 3) {
        std::size_t ear = 0;
        while (ear < left.size() && !is_ear(outline, left, ear, normal)) ++ear;
        if (ear == left.size()) return fan(outline.size());
        const std::size_t count = left.size();
        indices.insert(indices.end(), {left[(ear + count - 1) % count], left[ear], left[(ear + 1) % count]});
        left.erase(left.begin() + static_cast<std::ptrdiff_t>(ear));
    }
    indices.insert(indices.end(), left.begin(), left.end());
    return indices;
}

} // namespace mien
