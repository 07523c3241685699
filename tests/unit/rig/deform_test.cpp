#include "rig/deform.h"

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include "rig/skeleton.h"
#include "tests/unit/rig/import_helpers.h"

namespace mien {
namespace {

using test::load;
using test::SheetRig;

TEST(Deform, AddsWeightedDeltasThenTheSkin) {
    const Rig rig = load(SheetRig());
    LocalPose pose = rest_pose(rig);
    pose.morph_weights[0] = {0.5f, 2};
    pose.translation[1] = {0, 0, 1}; // the root carries all
    const auto deformed = deform(rig, evaluate(rig, pose));
    ASSERT_EQ(deformed.size(), 1u);
    EXPECT_LT(glm::distance(deformed[0].positions[2], glm::vec3(0.1f, -0.025f, 1.08f)), 1e-6f);
}

TEST(Deform, BlendsJointsByWeight) {
    const Rig rig = load(SheetRig());
    LocalPose pose = rest_pose(rig);
    pose.translation[2].x += 1; // the middle row follows the tip by half
    const auto deformed = deform(rig, evaluate(rig, pose));
    EXPECT_NEAR(deformed[0].positions[0].x, -0.1f, 1e-6f);
    EXPECT_NEAR(deformed[0].positions[3].x, 0.4f, 1e-6f);
    EXPECT_NEAR(deformed[0].positions[6].x, 0.9f, 1e-6f);
}

TEST(Deform, IgnoresTheTransformOfASkinnedMeshsOwnNode) {
    SheetRig sheet;
    sheet.node(0)["translation"] = {5, 5, 5};
    const auto deformed = deform(load(sheet), evaluate(load(sheet), rest_pose(load(sheet))));
    EXPECT_NEAR(deformed[0].positions[0].x, -0.1f, 1e-6f);
}

TEST(Deform, DrawsAMeshForEachNodeOfTheSceneThatCarriesIt) {
    SheetRig sheet;
    sheet.json["nodes"].push_back({{"mesh", 0}, {"translation", {0, 0, 3}}});
    sheet.json["nodes"].push_back({{"mesh", 0}});
    sheet.json["scenes"][0]["nodes"].push_back(3);
    const Rig rig = load(sheet);
    const auto deformed = deform(rig, evaluate(rig, rest_pose(rig)));
    ASSERT_EQ(deformed.size(), 2u) << "node 4 is not in the scene";
    EXPECT_EQ(deformed[1].node, 3);
    EXPECT_EQ(deformed[1].positions[0].z, 3);
}

TEST(Deform, NormalsStayAtRightAnglesUnderUnevenScale) {
    SheetRig sheet;
    sheet.node(0).erase("skin");
    sheet.node(0)["scale"] = {1, 3, 1};
    sheet.node(0)["rotation"] = {0.3826834, 0, 0, 0.9238795}; // 45 degrees about x
    const float s = 0.70710678f;
    std::vector<float> normals;
    for (int i = 0; i < 9; ++i) normals.insert(normals.end(), {0.0f, s, s});
    sheet.primitive()["attributes"]["NORMAL"] = sheet.add_vec3(normals);
    const Rig rig = load(sheet);
    const PosedRig pose = evaluate(rig, rest_pose(rig));
    const auto deformed = deform(rig, pose);
    // A direction in the surface: at right angles to the normal before, so also after.
    const glm::vec3 along = glm::vec3(pose.world[0] * glm::vec4(0, s, -s, 0));
    EXPECT_NEAR(glm::dot(along, deformed[0].normals[4]), 0, 1e-5f);
    EXPECT_NEAR(glm::length(deformed[0].normals[4]), 1, 1e-6f);
}

TEST(Deform, NormalsOfACollapsedMeshAreStillUnit) {
    SheetRig sheet;
    sheet.node(0).erase("skin");
    sheet.node(0)["scale"] = {0, 0, 0};
    const Rig rig = load(sheet);
    const auto deformed = deform(rig, evaluate(rig, rest_pose(rig)));
    for (const glm::vec3& normal : deformed.at(0).normals) EXPECT_NEAR(glm::length(normal), 1, 1e-6f);
}

} // namespace
} // namespace mien
