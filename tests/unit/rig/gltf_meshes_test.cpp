// How vertices, triangles and morph targets may be stored.
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/rig/import_helpers.h"

namespace mien {
namespace {

using test::Json;
using test::load;
using test::SheetRig;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

const VertexBuffer& only_buffer(const Rig& rig) {
    EXPECT_EQ(rig.vertex_buffers.size(), 1u);
    return rig.vertex_buffers.at(0);
}

TEST(GltfMeshes, ReadQuantizedPositionsAndTargets) {
    SheetRig sheet;
    std::vector<std::int16_t> positions;
    std::vector<std::int8_t> deltas;
    for (int i = 0; i < 9; ++i) {
        positions.insert(positions.end(), {static_cast<std::int16_t>(i * 100 - 400), 32767, -32768, 0});
        deltas.insert(deltas.end(), {static_cast<std::int8_t>(i == 4 ? 127 : 0), 0,
                                     static_cast<std::int8_t>(i == 4 ? -128 : 0), 0});
    }
    const int p = sheet.add_accessor(positions, "VEC3", 5122, 4);
    const int d = sheet.add_accessor(deltas, "VEC3", 5120, 4);
    for (const auto& [accessor, stride] : {std::pair(p, 8), {d, 4}})
        sheet.json["bufferViews"][sheet.json["accessors"][accessor]["bufferView"].get<std::size_t>()]
                  ["byteStride"] = stride;
    sheet.json["accessors"][d]["normalized"] = true;
    sheet.primitive()["attributes"]["POSITION"] = p;
    sheet.primitive()["targets"][0]["POSITION"] = d;
    const Rig rig = load(sheet);
    const VertexBuffer& buffer = only_buffer(rig);
    EXPECT_EQ(buffer.positions[1], glm::vec3(-300, 32767, -32768)) << "whole numbers as they are";
    const MorphTarget& target = buffer.targets[0];
    const auto fourth = std::ranges::find(target.vertices, 4u) - target.vertices.begin();
    EXPECT_EQ(target.positions.at(static_cast<std::size_t>(fourth)), glm::vec3(1, 0, -1))
        << "-128/127 is limited to -1";
}

TEST(GltfMeshes, ReadSparseTargetsWithAndWithoutABase) {
    SheetRig sheet;
    const std::vector<float> values = {0, 0, 1, 0, 0, 2};
    const Json sparse = {
        {"count", 2},
        {"indices", {{"bufferView", sheet.add_view({3, 7})}, {"componentType", 5121}}},
        {"values", {{"bufferView", sheet.json["accessors"][sheet.add_vec3(values)]["bufferView"]}}}};
    sheet.json["accessors"][sheet.targets[0]]["sparse"] = sparse;
    sheet.json["accessors"][sheet.targets[1]].erase("bufferView");
    sheet.json["accessors"][sheet.targets[1]]["sparse"] = sparse;
    const Rig rig = load(sheet);
    const VertexBuffer& buffer = only_buffer(rig);
    const auto moved = [](const MorphTarget& target) {
        std::map<std::uint32_t, glm::vec3> deltas;
        for (std::size_t i = 0; i < target.vertices.size(); ++i)
            if (target.positions[i] != glm::vec3(0)) deltas[target.vertices[i]] = target.positions[i];
        return deltas;
    };
    EXPECT_EQ(moved(buffer.targets[0]).size(), 5u) << "the lowest row and two others";
    const std::map<std::uint32_t, glm::vec3> expected = {{3, {0, 0, 1}}, {7, {0, 0, 2}}};
    EXPECT_EQ(moved(buffer.targets[1]), expected);
}

TEST(GltfMeshes, AcceptTargetsOfNormalsAlone) {
    SheetRig sheet;
    sheet.primitive()["targets"][0] = {{"NORMAL", sheet.targets[1]}};
    sheet.primitive()["targets"][1] = Json::object();
    const Rig rig = load(sheet);
    const MorphTarget& target = only_buffer(rig).targets[0];
    EXPECT_EQ(target.normals.size(), 6u);
    EXPECT_EQ(target.positions, std::vector<glm::vec3>(6, glm::vec3(0)));
    EXPECT_TRUE(only_buffer(rig).targets[1].vertices.empty());
}

TEST(GltfMeshes, LeaveOutDamagedNormalsOfATargetButNotItsPositions) {
    SheetRig sheet;
    sheet.primitive()["targets"][0]["NORMAL"] = 99;
    EXPECT_THAT(test::warnings(sheet), HasSubstr("target 0: NORMAL left out"));
    EXPECT_EQ(only_buffer(load(sheet)).targets[0].vertices.size(), 3u);
}

TEST(GltfMeshes, TakeStripsAndFansApart) {
    SheetRig sheet;
    sheet.primitive()["indices"] =
        sheet.add_accessor(std::vector<std::uint8_t>{0, 1, 3, 4, 6}, "SCALAR", 5121, 1);
    sheet.primitive()["mode"] = 5;
    EXPECT_THAT(load(sheet).meshes[0].primitives[0].indices, ElementsAre(0, 1, 3, 1, 4, 3, 3, 4, 6));
    sheet.primitive()["mode"] = 6;
    EXPECT_THAT(load(sheet).meshes[0].primitives[0].indices, ElementsAre(1, 3, 0, 3, 4, 0, 4, 6, 0));
}

TEST(GltfMeshes, NumberTheVerticesWhereThereAreNoIndices) {
    SheetRig sheet;
    sheet.primitive().erase("indices");
    EXPECT_THAT(load(sheet).meshes[0].primitives[0].indices, ElementsAre(0, 1, 2, 3, 4, 5, 6, 7, 8));
}

TEST(GltfMeshes, KeepPlaceForWhatIsNotDrawn) {
    SheetRig sheet;
    Json points = sheet.primitive();
    points["mode"] = 0;
    sheet.mesh()["primitives"].insert(sheet.mesh()["primitives"].begin(), points);
    const Rig rig = load(sheet);
    ASSERT_EQ(rig.meshes[0].primitives.size(), 2u);
    EXPECT_TRUE(rig.meshes[0].primitives[0].indices.empty());
    EXPECT_EQ(rig.meshes[0].primitives[1].indices.size(), 24u);
}

TEST(GltfMeshes, TakeEightInfluencesAndSayThatTheyWereReduced) {
    SheetRig sheet;
    sheet.primitive()["attributes"]["JOINTS_1"] = sheet.joints;
    sheet.primitive()["attributes"]["WEIGHTS_1"] =
        sheet.add_accessor(std::vector<float>(36, 0.25f), "VEC4", 5126, 4);
    EXPECT_THAT(test::notes(sheet), HasSubstr("more than four joints"));
    const Rig rig = load(sheet);
    for (const glm::vec4& weight : only_buffer(rig).joint_weights)
        EXPECT_NEAR(weight.x + weight.y + weight.z + weight.w, 1, 1e-6f);
}

TEST(GltfMeshes, ReadNormalizedByteWeights) {
    SheetRig sheet;
    std::vector<std::uint8_t> weights;
    for (int i = 0; i < 9; ++i) weights.insert(weights.end(), {51, 204, 0, 0});
    const int accessor = sheet.add_accessor(weights, "VEC4", 5121, 4);
    sheet.json["accessors"][accessor]["normalized"] = true;
    sheet.primitive()["attributes"]["WEIGHTS_0"] = accessor;
    EXPECT_FLOAT_EQ(only_buffer(load(sheet)).joint_weights[0].y, 0.8f);
}

TEST(GltfMeshes, ReadColoursOfThreeComponents) {
    SheetRig sheet;
    sheet.primitive()["attributes"]["COLOR_0"] = sheet.add_vec3(std::vector<float>(27, 0.5f));
    EXPECT_EQ(only_buffer(load(sheet)).colours[8], glm::vec4(0.5f, 0.5f, 0.5f, 1));
}

TEST(GltfMeshes, MakeNormalsUnitAndComputeThoseWithoutLength) {
    SheetRig sheet;
    sheet.primitive()["attributes"]["NORMAL"] = sheet.add_vec3(std::vector<float>(27, 2.0f));
    EXPECT_NEAR(only_buffer(load(sheet)).normals[0].x, 0.57735f, 1e-5f);
    sheet.primitive()["attributes"]["NORMAL"] = sheet.add_vec3(std::vector<float>(27, 0.0f));
    EXPECT_EQ(only_buffer(load(sheet)).normals[0], glm::vec3(0, 0, 1));
}

TEST(GltfMeshes, WithoutNormalsAreShadedSmoothAndSaySo) {
    SheetRig sheet;
    EXPECT_EQ(only_buffer(load(sheet)).normals[4], glm::vec3(0, 0, 1));
    EXPECT_THAT(test::notes(sheet), HasSubstr("has no normals: it is shaded smooth"));
    sheet.mesh()["primitives"].push_back(sheet.primitive());
    EXPECT_THAT(test::notes(sheet), HasSubstr("and 1 more primitives have no normals"));
    sheet.primitive()["attributes"]["NORMAL"] = sheet.add_vec3(std::vector<float>(27, 1.0f));
    sheet.mesh()["primitives"].erase(1);
    EXPECT_EQ(test::notes(sheet), "");
}

TEST(GltfMeshNames, StandOnTheMeshOrOnItsFirstPrimitive) {
    SheetRig sheet;
    sheet.primitive()["extras"] = sheet.mesh()["extras"];
    sheet.mesh().erase("extras");
    EXPECT_THAT(load(sheet).meshes[0].target_names, ElementsAre("jawOpen", "eyeBlinkLeft"));
    sheet.primitive().erase("extras");
    sheet.primitive()["targets"][0]["extra"]["name"] = "A"; // early UniVRM
    EXPECT_THAT(load(sheet).meshes[0].target_names, ElementsAre("A", "sheet target 1"));
}

TEST(GltfMeshNames, OfTwoEqualTargetsAreBothReachable) {
    SheetRig sheet;
    sheet.mesh()["extras"]["targetNames"] = {"jawOpen", "jawOpen"};
    EXPECT_THAT(load(sheet).meshes[0].target_names, ElementsAre("jawOpen", "jawOpen (2)"));
    EXPECT_THAT(test::warnings(sheet), HasSubstr("jawOpen"));
}

TEST(GltfMeshNames, MakeOneExpressionOfTheTargetsOfAllMeshes) {
    SheetRig sheet;
    sheet.json["meshes"].push_back(sheet.mesh());
    sheet.json["meshes"][1]["extras"]["targetNames"] = {"tongueOut", "jawOpen"};
    const Rig rig = load(sheet);
    ASSERT_EQ(rig.expressions.size(), 3u);
    EXPECT_EQ(rig.expressions[0].name, "jawOpen");
    EXPECT_THAT(rig.expressions[0].targets, ElementsAre(TargetRef{0, 0, 1}, TargetRef{1, 1, 1}));
    EXPECT_EQ(rig.expressions[2].name, "tongueOut");
}

TEST(GltfWeights, OfANodeGoBeforeThoseOfItsMesh) {
    SheetRig sheet;
    sheet.mesh()["weights"] = {0.5, 0};
    sheet.json["nodes"].push_back({{"mesh", 0}, {"weights", {0, 1}}});
    const Rig rig = load(sheet);
    EXPECT_THAT(rig.meshes[0].default_weights, ElementsAre(0.5f, 0));
    EXPECT_TRUE(rig.nodes[0].weights.empty());
    EXPECT_THAT(rig.nodes[3].weights, ElementsAre(0, 1));
}

} // namespace
} // namespace mien
