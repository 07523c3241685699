// What users of other programs complain of when they import avatars: one test per complaint, by its number.
#include <cmath>
#include <fstream>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <glm/geometric.hpp>

#include "rig/animation.h"
#include "rig/deform.h"
#include "rig/face_groups.h"
#include "rig/import/import.h"
#include "rig/rig_controls.h"
#include "rig/skeleton.h"
#include "tests/support/paths.h"
#include "tests/support/square_fbx.h"
#include "tests/unit/rig/import_helpers.h"

namespace mien {
namespace {

using test::load;
using test::SheetRig;
using ::testing::HasSubstr;

std::string replaced(std::string text, std::string_view from, std::string_view to) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
}

Result<Rig> import_fbx_text(const std::string& text) {
    const test::TemporaryFolder folder;
    std::ofstream(folder.path() / "face.fbx", std::ios::binary) << text;
    return import_rig(folder.path() / "face.fbx");
}

/// Three nodes with meshes of the same nine vertices; each mesh's own target moves one vertex of its own.
SheetRig three_meshes() {
    SheetRig sheet;
    const test::Json mesh = sheet.mesh();
    for (int m = 1; m < 3; ++m) {
        sheet.json["meshes"].push_back(mesh);
        sheet.json["nodes"].push_back({{"name", "copy " + std::to_string(m)}, {"mesh", m}});
        sheet.json["scenes"][0]["nodes"].push_back(sheet.json["nodes"].size() - 1);
    }
    for (int m = 0; m < 3; ++m) {
        std::vector<float> deltas(27, 0.0f);
        deltas[static_cast<std::size_t>(m) * 3 + 2] = 1;
        sheet.json["meshes"][m]["primitives"][0]["targets"][0] = {{"POSITION", sheet.add_vec3(deltas)}};
    }
    return sheet;
}

TEST(ImportFaults, D3MorphsStayOnTheirMesh) {
    const Rig rig = load(three_meshes());
    ASSERT_EQ(rig.meshes.size(), 3u);
    for (std::size_t m = 0; m < 3; ++m) {
        const auto buffer = static_cast<std::size_t>(rig.meshes[m].primitives[0].vertices);
        const MorphTarget& target = rig.vertex_buffers[buffer].targets[0];
        EXPECT_THAT(target.vertices, ::testing::Contains(m)) << "its own vertex";
        for (std::size_t i = 0; i < target.vertices.size(); ++i)
            EXPECT_EQ(target.positions[i].z, target.vertices[i] == m ? 1.0f : 0.0f) << m;
    }
}

TEST(ImportFaults, D4ShapesWithoutNormalsAreLitAsTheyStand) {
    std::string text = test::square_fbx(); // the second vertex rises by 10 of 100: the plane tilts
    const auto rig = import_fbx_text(text);
    ASSERT_TRUE(rig) << rig.error().message;
    LocalPose pose = rest_pose(*rig);
    for (auto& weights : pose.morph_weights) std::ranges::fill(weights, 1.0f);
    const auto deformed = deform(*rig, evaluate(*rig, pose));
    const DeformedPrimitive& square = deformed.at(0);
    // The triangles 0 1 2 and 0 2 3; vertex 1 belongs to the first alone.
    const glm::vec3 truth = glm::normalize(
        glm::cross(square.positions[1] - square.positions[0], square.positions[2] - square.positions[0]));
    constexpr float two_degrees = 0.0349f;
    EXPECT_LT(std::acos(glm::dot(square.normals[1], truth)), two_degrees);
}

TEST(ImportFaults, D5AnimationsOfNodesThatAreNowhereAreTold) {
    SheetRig sheet;
    const std::size_t all = load(sheet).animations.at(0).channels.size();
    auto& channels = sheet.json["animations"][0]["channels"];
    channels.push_back(channels[0]);
    channels.back()["target"]["node"] = 60;
    EXPECT_THAT(test::warnings(sheet), HasSubstr("animation"));
    EXPECT_EQ(load(sheet).animations.at(0).channels.size(), all) << "the others stay";
}

TEST(ImportFaults, D6SeamsStayShutHoweverTheFaceMoves) {
    // Corners of one point with other texture coordinates become several vertices.
    const std::string uv = R"(        LayerElementUV: 0 {
            MappingInformationType: "ByPolygonVertex"
            ReferenceInformationType: "Direct"
            UV: *12 {
                a: 0,0,1,0,1,1,0.5,0.5,0.2,0.2,0,1
            }
        }
        GeometryVersion: 124)";
    std::string text = replaced(test::square_fbx(), "GeometryVersion: 124", uv);
    text = replaced(text, "*4 {\n            a: 0,1,2,-4", "*6 {\n            a: 0,1,-3,0,2,-4");
    const auto rig = import_fbx_text(text);
    ASSERT_TRUE(rig) << rig.error().message;
    ASSERT_EQ(rig->vertex_buffers[0].positions.size(), 6u) << "two points have two places in the texture";
    for (const MorphTarget& target : rig->vertex_buffers[0].targets)
        EXPECT_EQ(target.vertices.size(), target.positions.size());
    std::mt19937 random(5);
    for (int round = 0; round < 20; ++round) {
        LocalPose pose = rest_pose(*rig);
        for (auto& weights : pose.morph_weights)
            for (float& weight : weights) weight = static_cast<float>(random()) / 4294967296.0f;
        const auto rest = deform(*rig, evaluate(*rig, rest_pose(*rig)));
        const auto moved = deform(*rig, evaluate(*rig, pose));
        for (std::size_t a = 0; a < 6; ++a)
            for (std::size_t b = 0; b < a; ++b)
                if (rest[0].positions[a] == rest[0].positions[b]) {
                    EXPECT_LE(glm::distance(moved[0].positions[a], moved[0].positions[b]), 1e-6f);
                }
    }
}

TEST(ImportFaults, D7ShapesLeaveTheNormalsAtRestAlone) {
    for (const bool has_normals : {false, true}) {
        SheetRig with;
        // Tilted: not what would be computed from the flat sheet.
        if (has_normals)
            with.primitive()["attributes"]["NORMAL"] = with.add_vec3(std::vector<float>(27, 0.57735f));
        SheetRig without = with;
        without.primitive().erase("targets");
        without.mesh().erase("extras");
        const Rig shaped = load(with);
        const Rig plain = load(without);
        const auto shown = deform(shaped, evaluate(shaped, rest_pose(shaped))).at(0);
        const auto wanted = deform(plain, evaluate(plain, rest_pose(plain))).at(0);
        EXPECT_EQ(shown.positions, wanted.positions);
        EXPECT_EQ(shown.normals, wanted.normals);
    }
}

TEST(ImportFaults, D8TargetsMayHaveAnySubsetOfAttributes) {
    for (const bool positions : {false, true})
        for (const bool normals : {false, true})
            for (const bool tangents : {false, true}) {
                SheetRig sheet;
                test::Json target = test::Json::object();
                const std::vector<float> deltas(27, 0.1f);
                if (positions) target["POSITION"] = sheet.add_vec3(deltas);
                if (normals) target["NORMAL"] = sheet.add_vec3(deltas);
                if (tangents) target["TANGENT"] = sheet.add_vec3(deltas);
                sheet.primitive()["targets"][0] = target;
                const Rig rig = load(sheet);
                ASSERT_EQ(rig.vertex_buffers.size(), 1u);
                const MorphTarget& read = rig.vertex_buffers[0].targets[0];
                EXPECT_EQ(read.positions.size(), read.vertices.size());
                EXPECT_EQ(!read.vertices.empty(), positions || normals || tangents);
            }
}

TEST(ImportFaults, D9PartsOfAMeshWithOtherTargetCountsAreRefusedByTheirPlace) {
    SheetRig sheet;
    test::Json second = sheet.primitive();
    second["targets"].erase(1);
    sheet.mesh()["primitives"].push_back(second);
    EXPECT_THAT(test::refusal(sheet), HasSubstr("mesh 0"));
    EXPECT_THAT(test::refusal(sheet), HasSubstr("primitive 1"));
}

TEST(ImportFaults, D10AWeightDrivesEveryMeshThatHasTheName) {
    const Rig rig = load(three_meshes());
    ASSERT_EQ(rig.expressions.at(0).name, "jawOpen");
    EXPECT_EQ(rig.expressions[0].targets.size(), 3u);
    RigControls controls;
    controls.expressions = {1};
    const auto rest = deform(rig, evaluate(rig, rest_pose(rig)));
    const auto moved = deform(rig, pose_rig(rig, {}, {}, controls));
    ASSERT_EQ(moved.size(), 3u);
    for (std::size_t m = 0; m < 3; ++m) EXPECT_NE(moved[m].positions, rest[m].positions) << m;
}

TEST(ImportFaults, D11UnitsOfAnFbxScaleBonesAndSkinAlike) {
    const std::string skin = R"(    Model: 60, "Model::bone", "LimbNode" {
        Properties70:  {
            P: "Lcl Translation", "Lcl Translation", "", "A",0,50,0
        }
    }
    Deformer: 70, "Deformer::skin", "Skin" {
    }
    Deformer: 80, "SubDeformer::bone", "Cluster" {
        Indexes: *4 {
            a: 0,1,2,3
        }
        Weights: *4 {
            a: 1,1,1,1
        }
        Transform: *16 {
            a: 1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1
        }
    }
    Deformer: 30,)";
    std::string bound = replaced(test::square_fbx(), "    Deformer: 30,", skin);
    bound = replaced(bound, "C: \"OO\",20,0\n",
                     "C: \"OO\",20,0\n    C: \"OO\",60,0\n    C: \"OO\",70,10\n    C: \"OO\",80,70\n    C: "
                     "\"OO\",60,80\n");
    const auto with = import_fbx_text(bound);
    const auto without = import_fbx_text(test::square_fbx());
    ASSERT_TRUE(with) << with.error().message;
    ASSERT_EQ(with->skins.size(), 1u);
    const auto skinned = deform(*with, evaluate(*with, rest_pose(*with)));
    const auto rigid = deform(*without, evaluate(*without, rest_pose(*without)));
    for (std::size_t v = 0; v < 4; ++v)
        EXPECT_LE(glm::distance(skinned[0].positions[v], rigid[0].positions[v]), 1e-4f);
}

TEST(ImportFaults, D16PercentAreReadOnceAndInBetweensAreMetAtEachStop) {
    const std::string halfway = R"(    Geometry: 90, "Geometry::halfway", "Shape" {
        Indexes: *1 {
            a: 1
        }
        Vertices: *3 {
            a: 5,0,0
        }
    }
}
Connections:  {
    C: "OO",90,40)";
    std::string text = replaced(test::square_fbx(), "}\nConnections:  {", halfway);
    text =
        replaced(text, "FullWeights: *1 {\n            a: 100", "FullWeights: *2 {\n            a: 50,100");
    const auto rig = import_fbx_text(text);
    ASSERT_TRUE(rig) << rig.error().message;
    EXPECT_EQ(rig->expressions.size(), 1u) << "an in-between is nothing to drive";
    EXPECT_THAT(rig->report.at(0).text, HasSubstr("halfway at 50 %"));
    EXPECT_EQ(rig->meshes[0].default_weights[0], 0.25f);
    const auto second_vertex = [&](float weight) {
        LocalPose pose = rest_pose(*rig);
        for (auto& weights : pose.morph_weights)
            if (!weights.empty()) weights[0] = weight;
        const auto deformed = deform(*rig, evaluate(*rig, pose));
        return deformed.at(0).positions[1] - glm::vec3(1, 0.5f, 0); // where it is at rest, metres
    };
    const auto expect_near = [&](float weight, const glm::vec3& wanted) {
        EXPECT_LE(glm::distance(second_vertex(weight), wanted), 1e-5f) << weight;
    };
    expect_near(0, {0, 0, 0});
    expect_near(0.25f, {0.025f, 0, 0});
    expect_near(0.5f, {0.05f, 0, 0});
    expect_near(0.75f, {0.025f, 0, 0.05f});
    expect_near(1, {0, 0, 0.1f});
}

TEST(ImportLimits, ThreeHundredTargetsLoad) {
    SheetRig sheet;
    sheet.primitive()["targets"] = test::Json::array();
    sheet.mesh()["extras"]["targetNames"] = test::Json::array();
    for (int t = 0; t < 300; ++t) {
        std::vector<float> deltas(27, 0.0f);
        deltas[static_cast<std::size_t>(t % 27)] = 0.01f * static_cast<float>(t + 1);
        sheet.primitive()["targets"].push_back({{"POSITION", sheet.add_vec3(deltas)}});
        sheet.mesh()["extras"]["targetNames"].push_back("shape " + std::to_string(t));
    }
    sheet.mesh().erase("weights");
    const Rig rig = load(sheet);
    ASSERT_EQ(rig.expressions.size(), 300u);
    LocalPose pose = rest_pose(rig);
    pose.morph_weights[0][299] = 1;
    EXPECT_EQ(rig.expressions[299].name, "shape 299");
    EXPECT_NE(rig.vertex_buffers[0].targets[299].positions, rig.vertex_buffers[0].targets[0].positions);
}

TEST(ImportLimits, SixHundredJointsLoadAndTurn) {
    SheetRig sheet;
    // A chain of 600 joints that do nothing, the last of which holds every vertex.
    const auto first = sheet.json["nodes"].size();
    for (std::size_t j = 0; j < 600; ++j) {
        test::Json node = {{"name", "joint " + std::to_string(j)}};
        if (j + 1 < 600) node["children"] = {first + j + 1};
        sheet.json["nodes"].push_back(node);
    }
    sheet.json["scenes"][0]["nodes"].push_back(first);
    test::Json& skin = sheet.json["skins"][0];
    skin.erase("inverseBindMatrices");
    skin.erase("skeleton");
    skin["joints"] = test::Json::array();
    for (std::size_t j = 0; j < 600; ++j) skin["joints"].push_back(first + j);
    std::vector<std::uint16_t> joints(36, 0);
    for (std::size_t v = 0; v < 9; ++v) joints[v * 4] = 599;
    std::vector<float> weights(36, 0);
    for (std::size_t v = 0; v < 9; ++v) weights[v * 4] = 1;
    sheet.primitive()["attributes"]["JOINTS_0"] = sheet.add_accessor(joints, "VEC4", 5123, 4);
    sheet.primitive()["attributes"]["WEIGHTS_0"] = sheet.add_accessor(weights, "VEC4", 5126, 4);
    const Rig rig = load(sheet);
    ASSERT_EQ(rig.skins.at(0).joints.size(), 600u);
    LocalPose pose = rest_pose(rig);
    const auto before = deform(rig, evaluate(rig, pose));
    pose.translation[first + 300] += glm::vec3(0, 0, 2);
    pose.changed[first + 300] = true;
    const auto after = deform(rig, evaluate(rig, pose));
    EXPECT_NEAR(after[0].positions[4].z - before[0].positions[4].z, 2, 1e-5f);
}

} // namespace
} // namespace mien
