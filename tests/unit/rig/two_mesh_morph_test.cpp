#include "rig/two_mesh_morph.h"

#include <cstring>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include "rig/deform.h"
#include "rig/skeleton.h"
#include "tests/unit/rig/face_plate.h"

namespace mien {
namespace {

/// A buffer with attributes of three floats at chosen places.
class Bytes {
public:
    explicit Bytes(std::size_t size) : bytes_(size, std::byte{0xA5}) {}
    VertexAttribute put(const std::vector<glm::vec3>& values, std::size_t offset, std::size_t stride) {
        for (std::size_t i = 0; i < values.size(); ++i)
            std::memcpy(bytes_.data() + offset + i * stride, &values[i], 3 * sizeof(float));
        return {bytes_, offset, stride};
    }

private:
    std::vector<std::byte> bytes_;
};

std::vector<glm::vec3> shifted(std::vector<glm::vec3> values, const glm::vec3& by) {
    for (glm::vec3& value : values) value += by;
    return values;
}

TEST(TwoMeshMorph, IsAsTheReferenceDeformationOfOneTarget) {
    test::FacePlate face = test::good_face();
    VertexBuffer& buffer = face.rig().vertex_buffers[0];
    MorphTarget& jaw = buffer.targets[4];
    jaw.normals.assign(jaw.vertices.size(), glm::vec3(0.2f, 0.5f, -0.1f));
    std::vector<glm::vec3> target_positions = buffer.positions;
    std::vector<glm::vec3> target_normals = buffer.normals;
    for (std::size_t i = 0; i < jaw.vertices.size(); ++i) {
        target_positions[jaw.vertices[i]] += jaw.positions[i];
        target_normals[jaw.vertices[i]] += jaw.normals[i];
    }
    const std::size_t count = buffer.positions.size();
    // Interleaved with a texture coordinate and a byte of padding here, one after the other there.
    Bytes interleaved(count * 33);
    Bytes separate(count * 24);
    MeshView source{count, interleaved.put(buffer.positions, 0, 33), interleaved.put(buffer.normals, 12, 33)};
    MeshView target{count, separate.put(target_positions, 12 * count, 12),
                    separate.put(target_normals, 0, 12)};
    for (const float scalar : {0.0f, 0.3f, 1.0f, 1.4f, -0.5f}) {
        const auto morphed = morph_between(source, target, scalar);
        ASSERT_TRUE(morphed) << morphed.error().message;
        LocalPose pose = rest_pose(face.rig());
        pose.morph_weights[0][4] = scalar;
        for (const Blending blending : {Blending::add, Blending::lerp}) {
            const auto expected = deform(face.rig(), evaluate(face.rig(), pose), blending);
            for (std::size_t v = 0; v < count; ++v) {
                EXPECT_LT(glm::distance(morphed->positions[v], expected[0].positions[v]), 1e-6f);
                EXPECT_LT(glm::distance(morphed->normals[v], expected[0].normals[v]), 1e-6f);
            }
        }
    }
}

TEST(TwoMeshMorph, KeepsTheSourcesNormalsWhereTheTargetHasNone) {
    const std::vector<glm::vec3> positions = {{0, 0, 0}, {1, 0, 0}};
    const std::vector<glm::vec3> normals = {{0, 1, 0}, {0, 0, 1}};
    Bytes a(48);
    Bytes b(24);
    MeshView source{2, a.put(positions, 0, 24), a.put(normals, 12, 24)};
    MeshView target{2, b.put(shifted(positions, {0, 2, 0}), 0, 12), {}};
    const auto morphed = morph_between(source, target, 0.5f);
    ASSERT_TRUE(morphed);
    EXPECT_EQ(morphed->positions[1], glm::vec3(1, 1, 0));
    EXPECT_EQ(morphed->normals, normals);
    const auto bare = morph_between(target, source, 0.5f);
    ASSERT_TRUE(bare);
    EXPECT_TRUE(bare->normals.empty());
}

TEST(TwoMeshMorph, RefusesWhatDoesNotFitTogether) {
    Bytes bytes(48);
    const VertexAttribute attribute = bytes.put({{0, 0, 0}, {1, 0, 0}}, 0, 24);
    const MeshView two{2, attribute, {}};
    EXPECT_FALSE(morph_between(two, {1, attribute, {}}, 0.5f)) << "other counts";
    EXPECT_FALSE(morph_between({3, attribute, {}}, {3, attribute, {}}, 0.5f)) << "beyond the bytes";
    VertexAttribute late = attribute;
    late.offset = 40;
    EXPECT_FALSE(morph_between({1, late, {}}, {1, late, {}}, 0.5f));
    late.offset = static_cast<std::size_t>(-4);
    EXPECT_FALSE(morph_between({2, late, {}}, two, 0.5f)) << "sums that overflow";
    VertexAttribute wide = attribute;
    wide.stride = static_cast<std::size_t>(-1) / 2;
    EXPECT_FALSE(morph_between({2, wide, {}}, two, 0.5f));
    EXPECT_TRUE(morph_between({0, {}, {}}, {0, {}, {}}, 0.5f)) << "nothing is nothing";
}

TEST(TwoMeshMorph, TheScalarIsTimeOverLength) {
    EXPECT_EQ(morph_scalar(0, 4), 0.0f);
    EXPECT_EQ(morph_scalar(1, 4), 0.25f);
    EXPECT_EQ(morph_scalar(9, 4), 1.0f);
    EXPECT_EQ(morph_scalar(-1, 4), 0.0f);
    EXPECT_EQ(morph_scalar(1, 0), 1.0f);
}

TEST(Blending, TheChainMixesWholeShapesInOrder) {
    test::FacePlate face;
    face.shape("first", {test::mouth_place}, {0, 0, 1}).shape("second", {test::mouth_place}, {0, 0, 3});
    const Rig& rig = face.rig();
    const std::uint32_t vertex = rig.vertex_buffers[0].targets[0].vertices[0];
    const auto height = [&](std::vector<float> weights, Blending blending) {
        LocalPose pose = rest_pose(rig);
        pose.morph_weights[0] = std::move(weights);
        const PosedRig posed = evaluate(rig, pose);
        const float added = deform(rig, chained(posed))[0].positions[vertex].z;
        const float z = deform(rig, posed, blending)[0].positions[vertex].z;
        if (blending == Blending::lerp) {
            EXPECT_NEAR(z, added, 1e-6f) << "adding with chained weights is the same";
        }
        return z;
    };
    EXPECT_FLOAT_EQ(height({0.5f, 0.5f}, Blending::add), 2.0f);
    EXPECT_FLOAT_EQ(height({0.5f, 0.5f}, Blending::lerp), 0.5f * 0.5f + 1.5f);
    EXPECT_FLOAT_EQ(height({1, 1}, Blending::lerp), 3.0f) << "the last one hides those before it";
    EXPECT_FLOAT_EQ(height({0.7f, 0}, Blending::lerp), 0.7f);
    EXPECT_FLOAT_EQ(height({1, -0.5f}, Blending::lerp), 1.5f - 1.5f);
}

} // namespace
} // namespace mien
