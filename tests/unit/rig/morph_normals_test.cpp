#include "rig/morph_normals.h"

#include <cmath>

#include <glm/geometric.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rig/morph_target.h"

namespace mien {
namespace {

/// A sheet of 5 x 5 vertices in the x-y plane, 1 apart.
struct Sheet {
    std::vector<glm::vec3> positions;
    std::vector<std::uint32_t> indices;
    Sheet() {
        for (int y = 0; y < 5; ++y)
            for (int x = 0; x < 5; ++x) positions.emplace_back(x, y, 0);
        for (std::uint32_t y = 0; y < 4; ++y)
            for (std::uint32_t x = 0; x < 4; ++x) {
                const std::uint32_t a = y * 5 + x;
                indices.insert(indices.end(), {a, a + 1, a + 6, a, a + 6, a + 5});
            }
    }
    /// The rest normals with the target's differences added, unit.
    [[nodiscard]] std::vector<glm::vec3> normals_with(const MorphTarget& target) const {
        std::vector<glm::vec3> normals(positions.size(), glm::vec3(0, 0, 1));
        for (std::size_t i = 0; i < target.vertices.size(); ++i)
            normals[target.vertices[i]] += target.normals[i];
        for (glm::vec3& normal : normals) normal = glm::normalize(normal);
        return normals;
    }
};

TEST(MorphNormals, ASlopeTurnsAsTheGeometrySays) {
    const Sheet sheet;
    MorphTarget target;
    for (std::uint32_t v = 0; v < 25; ++v) {
        if (v % 5 == 0) continue; // the first column stays
        target.vertices.push_back(v);
        target.positions.emplace_back(0, 0, static_cast<float>(v % 5));
    }
    MorphNormals normals(sheet.positions, sheet.indices);
    target = normals.completed(target);
    EXPECT_EQ(target.vertices.size(), 25u) << "the first column turns too";
    for (const glm::vec3& normal : sheet.normals_with(target))
        EXPECT_LT(glm::distance(normal, glm::normalize(glm::vec3(-1, 0, 1))), 1e-4f);
}

TEST(MorphNormals, ABumpTurnsItsNeighboursOnly) {
    const Sheet sheet;
    MorphTarget bump{{12}, {{0, 0, 0.5f}}, {}, {}};
    MorphNormals normals(sheet.positions, sheet.indices);
    bump = normals.completed(bump);
    for (const std::uint32_t vertex : bump.vertices) {
        EXPECT_LE(std::abs(static_cast<int>(vertex % 5) - 2), 1);
        EXPECT_LE(std::abs(static_cast<int>(vertex / 5) - 2), 1);
    }
    EXPECT_GT(bump.vertices.size(), 4u);
    EXPECT_TRUE(std::ranges::is_sorted(bump.vertices));
}

TEST(MorphNormals, OneTargetLeavesNothingBehindForTheNext) {
    const Sheet sheet;
    MorphNormals used(sheet.positions, sheet.indices);
    MorphTarget first{{12}, {{0, 0, 3}}, {}, {}};
    first = used.completed(first);
    MorphTarget second{{6}, {{0, 0, 0.5f}}, {}, {}};
    MorphTarget alone = second;
    second = used.completed(second);
    alone = MorphNormals(sheet.positions, sheet.indices).completed(alone);
    EXPECT_EQ(second.vertices, alone.vertices);
    EXPECT_EQ(second.normals, alone.normals);
}

TEST(MorphNormals, AMoveInThePlaneTurnsNothing) {
    const Sheet sheet;
    MorphTarget target{{6, 7}, {{0.2f, 0, 0}, {0.1f, 0.1f, 0}}, {}, {}};
    target = MorphNormals(sheet.positions, sheet.indices).completed(target);
    EXPECT_THAT(target.vertices, ::testing::ElementsAre(6, 7));
    EXPECT_EQ(target.normals, std::vector<glm::vec3>(2, glm::vec3(0)));
}

TEST(MorphNormals, AreTheSameOnBothSidesOfASeam) {
    Sheet sheet;
    // The middle column again, as the vertices of the right half.
    for (std::uint32_t y = 0; y < 5; ++y) sheet.positions.push_back(sheet.positions[y * 5 + 2]);
    for (std::size_t i = 0; i < sheet.indices.size(); i += 3) {
        std::uint32_t* corner = &sheet.indices[i];
        const bool right = corner[0] % 5 > 2 || corner[1] % 5 > 2 || corner[2] % 5 > 2;
        for (int k = 0; k < 3 && right; ++k)
            if (corner[k] % 5 == 2) corner[k] = 25 + corner[k] / 5;
    }
    MorphTarget target{{12, 27}, {{0, 0, 1}, {0, 0, 1}}, {}, {}};
    target = MorphNormals(sheet.positions, sheet.indices).completed(target);
    const auto normals = sheet.normals_with(target);
    for (std::uint32_t y = 0; y < 5; ++y)
        EXPECT_LT(glm::distance(normals[y * 5 + 2], normals[25 + y]), 1e-6f);
}

TEST(MissingTargetNormals, LeaveThoseOfTheFileAlone) {
    const Sheet sheet;
    VertexBuffer buffer;
    buffer.positions = sheet.positions;
    const MorphTarget own{{12}, {{0, 0, 1}}, {{0.5f, 0, 0}}, {}};
    buffer.targets = {own, {{12}, {{0, 0, 1}}, {}, {}}, {}};
    EXPECT_GT(add_missing_target_normals(buffer, sheet.indices, 10'000), 0u);
    EXPECT_EQ(buffer.targets[0].normals, own.normals);
    EXPECT_GT(buffer.targets[1].vertices.size(), 4u);
    EXPECT_TRUE(buffer.targets[2].vertices.empty());
}

TEST(MorphTargets, MoveNoVertexWhoseNormalAloneTurns) {
    const Sheet sheet;
    const MorphTarget bump =
        MorphNormals(sheet.positions, sheet.indices).completed({{12}, {{0, 0, 0.5f}}, {}, {}});
    EXPECT_GT(bump.vertices.size(), 1u);
    EXPECT_THAT(moved_vertices(bump), ::testing::ElementsAre(12));
    EXPECT_TRUE(moves(bump));
    EXPECT_FALSE(moves({{3}, {{0, 0, 0}}, {{0.1f, 0, 0}}, {}}));
}

TEST(MissingTargetNormals, StopAtTheirLimit) {
    const Sheet sheet;
    VertexBuffer buffer;
    buffer.positions = sheet.positions;
    buffer.targets = {{{12}, {{0, 0, 1}}, {}, {}}};
    EXPECT_EQ(add_missing_target_normals(buffer, sheet.indices, 100), 0u);
    EXPECT_TRUE(buffer.targets[0].normals.empty());
}

} // namespace
} // namespace mien
