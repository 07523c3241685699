#include "rig/material_subsets.h"

#include <gtest/gtest.h>

namespace mien {
namespace {

/// A buffer of `vertices` vertices, and a primitive of `indices` on it.
Primitive primitive(int buffer, int material, std::vector<std::uint32_t> indices) {
    Primitive made;
    made.vertices = buffer;
    made.material = material;
    made.indices = std::move(indices);
    return made;
}

/// Buffers of 10 and 6 vertices; mesh 0 draws three materials from the first, mesh 1 one from the second.
Rig rig_of_two_meshes() {
    Rig rig;
    rig.vertex_buffers.resize(2);
    rig.vertex_buffers[0].positions.resize(10);
    rig.vertex_buffers[1].positions.resize(6);
    rig.meshes.resize(2);
    rig.meshes[0].primitives = {primitive(0, 1, {7, 8, 9}), primitive(0, 0, {0, 1, 2, 2, 1, 3}),
                                primitive(0, no_index, {})};
    rig.meshes[1].primitives = {primitive(1, 0, {3, 4, 5})};
    rig.nodes.resize(3);
    rig.nodes[0].mesh = 0;
    rig.nodes[1].mesh = 1;
    rig.nodes[2].mesh = 0;
    rig.node_in_scene = {true, true, false};
    return rig;
}

TEST(MaterialSubsets, AreSortedAndFollowEachOther) {
    const std::vector<MaterialSubset> subsets = material_subsets(rig_of_two_meshes());
    ASSERT_EQ(subsets.size(), 4u) << "node 2 is in no scene";
    EXPECT_EQ(subsets[0], (MaterialSubset{no_index, 0, 0, 2, 0, 0, 0, 0}));
    EXPECT_EQ(subsets[1], (MaterialSubset{0, 0, 0, 1, 0, 6, 0, 4}));
    EXPECT_EQ(subsets[2], (MaterialSubset{0, 1, 1, 0, 6, 3, 13, 3})) << "behind the first buffer";
    EXPECT_EQ(subsets[3], (MaterialSubset{1, 0, 0, 0, 9, 3, 7, 3}));
}

TEST(MaterialSubsets, OfARigWithoutMeshesAreNone) {
    EXPECT_TRUE(material_subsets(Rig{}).empty());
}

} // namespace
} // namespace mien
