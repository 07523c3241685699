// Wavefront OBJ: files, folders of shapes, and what refuses them.
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "rig/import/import.h"
#include "rig/import/obj/obj_file.h"
#include "tests/support/paths.h"

namespace mien {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::UnorderedElementsAre;

constexpr const char* square = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n";

/// A folder with files of given names and texts.
class Files {
public:
    void add(const std::string& name, const std::string& text) {
        std::ofstream(folder_.path() / name, std::ios::binary) << text;
    }
    [[nodiscard]] std::filesystem::path path(const std::string& name = {}) const {
        return name.empty() ? folder_.path() : folder_.path() / name;
    }

private:
    test::TemporaryFolder folder_;
};

std::string refusal(const std::string& text) {
    const auto file = obj::read(text);
    return file ? "loads" : file.error().message;
}

TEST(ObjFile, CutsPolygonsIntoTriangles) {
    const auto file = obj::read(square);
    ASSERT_TRUE(file);
    ASSERT_EQ(file->parts.size(), 1u);
    std::vector<int> positions;
    for (const obj::Corner& corner : file->parts[0].corners) positions.push_back(corner.position);
    EXPECT_THAT(positions, ElementsAre(0, 1, 2, 0, 2, 3));
}

TEST(ObjFile, ReadsEveryFormOfACorner) {
    const auto file =
        obj::read("v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 0.5\nvn 0 0 1\nf 1/2/1 2//1 -1/-1\n");
    ASSERT_TRUE(file) << file.error().message;
    EXPECT_THAT(file->parts[0].corners,
                ElementsAre(obj::Corner{0, 1, 0}, obj::Corner{1, -1, 0}, obj::Corner{2, 1, -1}));
}

TEST(ObjFile, PassesOverCommentsLineEndsAndWhatItDoesNotKnow) {
    const auto file =
        obj::read("# head\r\nv 0 0 0 # first\r\nv 1 0 \\\n0\nv 0 1 0 1 1 1\ng face\ns off\nf 1 2 3\r\n");
    ASSERT_TRUE(file) << file.error().message;
    EXPECT_EQ(file->positions.size(), 3u);
    EXPECT_EQ(file->parts[0].corners.size(), 3u);
}

TEST(ObjFile, RefusesWhatDoesNotExistByItsLine) {
    const std::string three = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
    EXPECT_THAT(refusal(three + "f 1 2 9\n"), HasSubstr("line 4"));
    EXPECT_THAT(refusal(three + "f 0 1 2\n"), HasSubstr("\"0\""));
    EXPECT_THAT(refusal(three + "f -1 -2 -9\n"), HasSubstr("\"-9\""));
    EXPECT_THAT(refusal(three + "f 1/5 2 3\n"), HasSubstr("\"1/5\""));
    EXPECT_THAT(refusal(three + "f 1 2 99999999999999999999\n"), HasSubstr("does not exist"));
    EXPECT_THAT(refusal("v nan 1 2\n"), HasSubstr("not a finite number"));
    EXPECT_THAT(refusal("v 1e999 1 2\n"), HasSubstr("not a finite number"));
    EXPECT_THAT(refusal("v 1 2\n"), HasSubstr("line 1"));
}

TEST(ObjFile, ReadsMaterials) {
    const auto materials =
        obj::read_materials("newmtl skin\nKd 0.5 0.25 1\nd 0.5\nmap_Kd -clamp on face.png\nKd x\n"
                            "newmtl eye\n");
    ASSERT_EQ(materials.size(), 2u);
    EXPECT_EQ(materials[0].colour, glm::vec3(0.5f, 0.25f, 1));
    EXPECT_EQ(materials[0].opacity, 0.5f);
    EXPECT_EQ(materials[0].picture, "face.png");
    EXPECT_EQ(materials[1].name, "eye");
}

TEST(ObjFile, ReadsTheColoursOfScanners) {
    const auto file = obj::read("v 0 0 0\nv 1 0 0 0.5 0 2\nv 0 1 0 1\nf 1 2 3\n");
    ASSERT_TRUE(file) << file.error().message;
    EXPECT_THAT(file->colours, ElementsAre(glm::vec3(1), glm::vec3(0.5f, 0, 1), glm::vec3(1)));
    EXPECT_TRUE(obj::read(square)->colours.empty());
}

TEST(ObjFile, ReadsTransparencyInEitherSpelling) {
    const auto materials = obj::read_materials("newmtl a\nTr 0.25\nnewmtl b\nd 0.75\n");
    ASSERT_EQ(materials.size(), 2u);
    EXPECT_EQ(materials[0].opacity, 0.75f);
    EXPECT_EQ(materials[1].opacity, 0.75f);
}

TEST(ObjImport, KeepsTheFilesOrderAndPutsCopiesBehind) {
    Files files;
    files.add("face.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0.5 0.5\n"
                          "f 1/1 2/2 3/3\nf 1/4 3/3 4/4\n");
    const auto rig = import_rig(files.path("face.obj"));
    ASSERT_TRUE(rig) << rig.error().message;
    const VertexBuffer& buffer = rig->vertex_buffers.at(0);
    ASSERT_EQ(buffer.positions.size(), 5u) << "the first vertex has two texture coordinates";
    EXPECT_EQ(buffer.positions[3], glm::vec3(0, 1, 0));
    EXPECT_EQ(buffer.positions[4], glm::vec3(0, 0, 0));
    EXPECT_EQ(buffer.uv[0][4], glm::vec2(0.5f, 0.5f));
    EXPECT_EQ(buffer.uv[0][1], glm::vec2(1, 1)) << "v counts down in a rig";
    EXPECT_THAT(rig->meshes[0].primitives[0].indices, ElementsAre(0, 1, 2, 4, 2, 3));
}

TEST(ObjImport, ReadsColoursFromTheMaterialFile) {
    Files files;
    files.add("face.mtl", "newmtl skin\nKd 1 0.5 0\n");
    files.add("face.obj", std::string("mtllib face.mtl\nusemtl skin\n") + square);
    const auto rig = import_rig(files.path("face.obj"));
    ASSERT_TRUE(rig);
    EXPECT_EQ(rig->meshes[0].primitives[0].material, 0);
    EXPECT_NEAR(rig->materials[0].base_colour.y, 0.214f, 1e-3f) << "sRGB in the file";
}

TEST(ObjImport, ShowsVertexColoursInLinearLight) {
    Files files;
    files.add("scan.obj", "v 0 0 0 1 0.5 0\nv 1 0 0 1 1 1\nv 0 1 0 1 1 1\nf 1 2 3\n");
    const auto rig = import_rig(files.path("scan.obj"));
    ASSERT_TRUE(rig) << rig.error().message;
    ASSERT_EQ(rig->vertex_buffers[0].colours.size(), 3u);
    EXPECT_NEAR(rig->vertex_buffers[0].colours[0].y, 0.214f, 1e-3f);
    EXPECT_EQ(rig->vertex_buffers[0].colours[1], glm::vec4(1));
}

/// The opacities that a material file's come out as.
std::vector<float> opacities(const std::string& materials) {
    Files files;
    files.add("face.mtl", materials);
    files.add("face.obj", std::string("mtllib face.mtl\n") + square);
    std::vector<float> found;
    for (const Material& material : import_rig(files.path("face.obj")).value().materials)
        found.push_back(material.base_colour.a);
    return found;
}

TEST(ObjImport, MendsOpacitiesWrittenTheWrongWayRound) {
    EXPECT_THAT(opacities("newmtl a\nd 0\nnewmtl b\nd 0.25\n"), ElementsAre(1, 0.75f)) << "all turned";
    EXPECT_THAT(opacities("newmtl a\nd 1\nnewmtl b\nd 0.25\n"), ElementsAre(1, 0.25f)) << "as written";
    EXPECT_THAT(opacities("newmtl a\nd 1\nnewmtl b\nd 0\n"), ElementsAre(1, 1)) << "one slip";
}

TEST(ObjImport, OpensNoMaterialOutsideItsFolder) {
    Files files;
    files.add("face.obj", std::string("mtllib ../../etc/passwd\n") + square);
    const auto rig = import_rig(files.path("face.obj"));
    ASSERT_TRUE(rig);
    ASSERT_EQ(rig->report.size(), 1u);
    EXPECT_THAT(rig->report[0].text, HasSubstr("leaves the model's folder"));
}

TEST(ObjImport, TakesHugeShapesForCentimetres) {
    Files files;
    files.add("head.obj", "v 0 0 0\nv 16 0 0\nv 0 24 0\nf 1 2 3\n");
    EXPECT_EQ(import_rig(files.path("head.obj")).value().nodes[0].scale, glm::vec3(0.01f));
    files.add("small.obj", "v 0 0 0\nv 0.16 0 0\nv 0 0.24 0\nf 1 2 3\n");
    EXPECT_EQ(import_rig(files.path("small.obj")).value().nodes[0].scale, glm::vec3(1));
}

TEST(ObjImport, RefusesAFileWithoutFaces) {
    Files files;
    files.add("points.obj", "v 0 0 0\nv 1 0 0\n");
    const auto rig = import_rig(files.path("points.obj"));
    ASSERT_FALSE(rig);
    EXPECT_THAT(rig.error().message, HasSubstr("points.obj"));
    EXPECT_THAT(rig.error().message, HasSubstr("no faces"));
}

/// Neutral, jawOpen (the first vertex down), a shape of other length and one that is no OBJ.
void add_shape_set(Files& files) {
    files.add("neutral.obj", square);
    files.add("jawOpen.obj", "v 0 -1 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n");
    files.add("mouthLeft.obj", std::string("v 5 5 5\n") + square);
    files.add("tongueOut.obj", "v 0 x 0\n");
    files.add("notes.txt", "nothing");
}

TEST(ObjImport, WhatIsOnlyCalledObjIsReadAsWhatItIs) {
    Files files;
    files.add("glb.obj", "glTF\x02");
    const auto glb = import_rig(files.path("glb.obj"));
    ASSERT_FALSE(glb);
    EXPECT_THAT(glb.error().message, HasSubstr("GLB header"));
    files.add("json.obj", "{\"asset\": {\"version\": \"9.0\"}}");
    const auto json = import_rig(files.path("json.obj"));
    ASSERT_FALSE(json);
    EXPECT_THAT(json.error().message, HasSubstr("9.0"));
}

TEST(ObjFolder, MakesATargetOfEachShape) {
    Files files;
    add_shape_set(files);
    const auto rig = import_rig(files.path());
    ASSERT_TRUE(rig) << rig.error().message;
    EXPECT_THAT(rig->meshes[0].target_names, ElementsAre("jawOpen"));
    const MorphTarget& jaw = rig->vertex_buffers[0].targets.at(0);
    EXPECT_EQ(jaw.positions.at(0), glm::vec3(0, -1, 0));
    ASSERT_EQ(rig->report.size(), 2u);
    EXPECT_THAT(rig->report[0].text,
                HasSubstr("mouthLeft is left out: it has 5 vertices, the neutral shape 4"));
    EXPECT_THAT(rig->report[1].text, HasSubstr("tongueOut is left out"));
}

TEST(ObjFolder, IsMeantByAnyOfItsFiles) {
    Files files;
    add_shape_set(files);
    EXPECT_EQ(import_rig(files.path("neutral.obj")).value().expressions.size(), 1u);
    EXPECT_EQ(import_rig(files.path("jawOpen.obj")).value().expressions.size(), 1u);
    files.add("hat.obj", square);
    EXPECT_TRUE(import_rig(files.path("hat.obj")).value().expressions.empty()) << "no expression's name";
}

TEST(ObjFolder, WithoutANeutralShapeIsRefused) {
    Files files;
    files.add("jawOpen.obj", square);
    const auto rig = import_rig(files.path());
    ASSERT_FALSE(rig);
    EXPECT_THAT(rig.error().message, HasSubstr("neutral.obj"));
    Files nothing;
    EXPECT_THAT(import_rig(nothing.path()).error().message, HasSubstr("no OBJ files"));
}

TEST(ObjFolder, OfArkitShapesHasThem) {
    MIEN_NEEDS_SHARED("data/rigs/arkit_objset");
    const auto rig = import_rig(test::shared_dir() / "data/rigs/arkit_objset");
    ASSERT_TRUE(rig) << rig.error().message;
    EXPECT_THAT(rig->meshes[0].target_names, UnorderedElementsAre("jawOpen", "mouthSmile_L", "mouthPucker",
                                                                  "browInnerUp_L", "eyeBlink_R"));
    EXPECT_EQ(rig->meshes[0].primitives.size(), 7u);
    EXPECT_EQ(rig->front_yaw, 0);
}

TEST(ObjFiles, EndAsTheirListSays) {
    MIEN_NEEDS_SHARED("data/broken/expected.json");
    const auto folder = test::shared_dir() / "data/broken";
    std::ifstream file(folder / "expected.json");
    const auto list = nlohmann::json::parse(file);
    for (const auto& [name, expected] : list.items()) {
        const std::filesystem::path path(name);
        if (path.extension() != ".obj" || path.has_parent_path()) continue;
        const auto rig = import_rig(folder / name);
        if (expected["expect"] == "refuse") {
            EXPECT_FALSE(rig) << name;
        }
    }
    const auto set = import_rig(folder / "objset_count_mismatch");
    ASSERT_TRUE(set);
    EXPECT_THAT(set->report.at(0).text, HasSubstr("jawOpen"));
    EXPECT_EQ(set->expressions.size(), 1u);
}

} // namespace
} // namespace mien
