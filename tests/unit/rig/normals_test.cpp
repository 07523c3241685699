#include "rig/normals.h"

#include <cmath>
#include <limits>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

namespace mien {
namespace {

/// A cube of 24 vertices, four a side, as an exporter writes one with sharp edges; outside is outside.
struct Cube {
    std::vector<glm::vec3> positions;
    std::vector<std::uint32_t> indices;
    Cube() {
        for (int axis = 0; axis < 3; ++axis)
            for (const float side : {-1.0f, 1.0f}) {
                const auto base = static_cast<std::uint32_t>(positions.size());
                for (const auto& [a, b] : {std::pair(-1.f, -1.f), {1.f, -1.f}, {1.f, 1.f}, {-1.f, 1.f}}) {
                    glm::vec3 corner;
                    corner[axis] = side;
                    corner[(axis + 1) % 3] = a * side;
                    corner[(axis + 2) % 3] = b;
                    positions.push_back(corner);
                }
                for (const std::uint32_t i : {0u, 1u, 2u, 0u, 2u, 3u}) indices.push_back(base + i);
            }
    }
};

TEST(ComputedNormals, KeepSharpEdgesSharp) {
    const Cube cube;
    const auto normals = compute_normals(cube.positions, cube.indices);
    for (std::size_t i = 0; i < normals.size(); ++i) {
        glm::vec3 outwards(0);
        outwards[static_cast<int>(i / 8)] = i % 8 < 4 ? -1.0f : 1.0f;
        EXPECT_LT(glm::distance(normals[i], outwards), 1e-5f) << i;
    }
}

TEST(ComputedNormals, AreTheSameOnBothSidesOfASeam) {
    // Two triangles bent by 20 degrees that do not share their common vertices.
    const float bend = 20 * 3.14159265f / 180;
    const std::vector<glm::vec3> positions = {{0, 0, 0}, {0, 1, 0}, {-1, 0, 0},
                                              {0, 1, 0}, {0, 0, 0}, {std::cos(bend), 0, -std::sin(bend)}};
    const std::vector<std::uint32_t> indices = {0, 1, 2, 3, 4, 5};
    const auto normals = compute_normals(positions, indices);
    EXPECT_LT(glm::distance(normals[0], normals[4]), 1e-5f);
    EXPECT_LT(glm::distance(normals[1], normals[3]), 1e-5f);
    EXPECT_GT(normals[0].z, 0.9f);
}

TEST(ComputedNormals, AreUnitWhateverTheTriangles) {
    const float huge = std::numeric_limits<float>::max();
    const std::vector<glm::vec3> positions = {{0, 0, 0},    {0, 0, 0},    {0, 0, 0},
                                              {huge, 0, 0}, {0, huge, 0}, {-huge, 0, huge}};
    const std::vector<std::uint32_t> indices = {0, 1, 2, 3, 4, 5};
    for (const glm::vec3& normal : compute_normals(positions, indices))
        EXPECT_NEAR(glm::length(normal), 1, 1e-5f);
}

TEST(ComputedNormals, OfThousandsOfVerticesAtOnePlaceTakeNoSquareTime) {
    const std::vector<glm::vec3> positions(200'000, glm::vec3(1));
    EXPECT_EQ(compute_normals(positions, {}).size(), positions.size());
}

} // namespace
} // namespace mien
