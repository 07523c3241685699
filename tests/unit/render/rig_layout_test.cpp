#include "render/rig_layout.h"

#include <limits>

#include <gtest/gtest.h>

#include "tests/support/made_rigs.h"

namespace mien {
namespace {

TEST(RigLayout, PrimitivesThatShareABufferShareItsVertices) {
    Rig rig = test::make_sheet({.side = 10, .targets = 4});
    rig.meshes[0].primitives.push_back(rig.meshes[0].primitives[0]);
    const RigLayout layout = lay_out(rig);
    EXPECT_EQ(layout.rest.size(), 100u);
    EXPECT_EQ(layout.parts.size(), 1u);
    EXPECT_EQ(layout.items.size(), 2u);
    EXPECT_EQ(layout.channels.size(), 4u);
}

TEST(RigLayout, NodesThatShareAMeshHaveVerticesAndChannelsOfTheirOwn) {
    Rig rig = test::make_sheet({.side = 10, .targets = 4});
    test::add_node(rig, "twin", no_index, 0);
    const RigLayout layout = lay_out(rig);
    EXPECT_EQ(layout.rest.size(), 200u);
    EXPECT_EQ(layout.channels.size(), 8u);
    EXPECT_EQ(layout.first_channel[1], 4u);
    EXPECT_EQ(layout.channels[4].vertices.front(), layout.channels[0].vertices.front() + 100);
    EXPECT_EQ(layout.rigid_nodes.size(), 2u);
}

TEST(RigLayout, AMeshOfSeveralBuffersHasChannelsThatReachIntoAll) {
    Rig rig = test::make_sheet({.side = 6, .targets = 2, .touched = 0.5f});
    rig.vertex_buffers.push_back(rig.vertex_buffers[0]);
    Primitive second = rig.meshes[0].primitives[0];
    second.vertices = 1;
    rig.meshes[0].primitives.push_back(second);
    const RigLayout layout = lay_out(rig);
    ASSERT_EQ(layout.channels.size(), 2u);
    const std::size_t touched = rig.vertex_buffers[0].targets[0].vertices.size();
    ASSERT_EQ(layout.channels[0].vertices.size(), 2 * touched);
    EXPECT_EQ(layout.channels[0].vertices[touched], layout.channels[0].vertices[0] + 36);
    EXPECT_EQ(layout.channels[0].positions[touched], layout.channels[0].positions[0]);
    for (std::size_t i = 1; i < layout.channels[0].vertices.size(); ++i)
        EXPECT_LT(layout.channels[0].vertices[i - 1], layout.channels[0].vertices[i]);
}

TEST(RigLayout, TrianglesStandInTheOrderOfTheirMaterials) {
    Rig rig = test::make_sheet({.side = 3});
    rig.materials.resize(2);
    rig.meshes[0].primitives[0].material = 1;
    Primitive first = rig.meshes[0].primitives[0];
    first.material = 0;
    first.indices.resize(3);
    rig.meshes[0].primitives.push_back(first);
    const RigLayout layout = lay_out(rig);
    ASSERT_EQ(layout.items.size(), 2u);
    EXPECT_EQ(layout.items[0].first_index, 3u) << "items stay in the file's order, their triangles do not";
    EXPECT_EQ(layout.items[1].first_index, 0u);
    ASSERT_EQ(layout.indices.size(), 3 + rig.meshes[0].primitives[0].indices.size());
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(layout.indices[i], first.indices[i]);
    EXPECT_EQ(layout.indices[3], rig.meshes[0].primitives[0].indices[0]);
}

TEST(RigLayout, TargetsWithoutNormalsHaveNormalDeltasOfZero) {
    const Rig rig = test::make_sheet({.side = 10, .targets = 1, .touched = 0.5f, .target_normals = false});
    const RigLayout layout = lay_out(rig);
    ASSERT_EQ(layout.channels[0].normals.size(), layout.channels[0].vertices.size());
    EXPECT_EQ(layout.channels[0].normals[0], glm::vec3(0));
}

TEST(RigLayout, JointWeightsFallSoThatTheFirstZeroEndsThem) {
    Rig rig = test::make_sheet({.side = 4, .joints = 5});
    rig.vertex_buffers[0].joints[3] = glm::u16vec4(1, 2, 3, 4);
    rig.vertex_buffers[0].joint_weights[3] = glm::vec4(0, 0.25f, 0, 0.75f);
    const RigLayout layout = lay_out(rig);
    EXPECT_EQ(layout.joint_weights[3], glm::vec4(0.75f, 0.25f, 0, 0));
    EXPECT_EQ(layout.joints[3].x, 4u);
    EXPECT_EQ(layout.joints[3].y, 2u);
}

TEST(RigLayout, TheJointTableHoldsSkinsThenRigidNodes) {
    Rig rig = test::make_head(); // a skin of two joints, then cards and balls on nodes
    const RigLayout layout = lay_out(rig);
    EXPECT_EQ(layout.joint_count, 2u + layout.rigid_nodes.size());
    PosedRig pose = test::rest_of(rig);
    pose.joint_matrices[0][1][3][0] = 42;
    std::vector<glm::mat4> table;
    fill_joint_table(layout, pose, table);
    ASSERT_EQ(table.size(), layout.joint_count);
    EXPECT_EQ(table[1][3][0], 42);
    EXPECT_EQ(table[2], pose.world[static_cast<std::size_t>(layout.rigid_nodes[0])]);
}

TEST(RigLayout, WeightsThatAreMissingOrNotFiniteAreZero) {
    const Rig rig = test::make_sheet({.side = 6, .targets = 4});
    const RigLayout layout = lay_out(rig);
    PosedRig pose = test::rest_of(rig);
    pose.morph_weights[0] = {0.5f, std::numeric_limits<float>::quiet_NaN(),
                             -std::numeric_limits<float>::infinity()};
    std::vector<float> weights;
    fill_channel_weights(layout, pose, weights);
    EXPECT_EQ(weights, (std::vector<float>{0.5f, 0, 0, 0}));
}

TEST(RigLayout, ListsThatOnlySomePartsHaveReachOverAll) {
    Rig rig = test::make_sheet({.side = 4});
    test::add_card(rig, {.material = {}});
    rig.vertex_buffers[0].colours.assign(16, glm::vec4(0.5f));
    rig.vertex_buffers[1].uv[1].assign(4, glm::vec2(0.25f));
    const RigLayout layout = lay_out(rig);
    ASSERT_EQ(layout.colours.size(), 20u);
    EXPECT_EQ(layout.colours[15], glm::vec4(0.5f));
    EXPECT_EQ(layout.colours[16], glm::vec4(1));
    ASSERT_EQ(layout.uv1.size(), 20u);
    EXPECT_EQ(layout.uv1[0], glm::vec2(0));
    EXPECT_EQ(layout.uv1[19], glm::vec2(0.25f));
}

} // namespace
} // namespace mien
