// FBX: the check of its records, what is fetched from them, and the import through the library.
#include <cstring>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "rig/deform.h"
#include "rig/import/fbx/fbx_records.h"
#include "rig/import/import.h"
#include "rig/skeleton.h"
#include "tests/support/paths.h"
#include "tests/support/square_fbx.h"

namespace mien {
namespace {

using test::binary_file;
using test::square_fbx;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::span<const std::uint8_t> as_bytes(const std::string& text) {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

/// The text of a file, imported as FBX.
Result<Rig> import_text(const std::string& text, const ImportOptions& options = {}) {
    const test::TemporaryFolder folder;
    const auto path = folder.path() / "square.fbx";
    std::ofstream(path, std::ios::binary) << text;
    return import_rig(path, options);
}

/// Where the first primitive's vertices are in the world.
std::vector<glm::vec3> first_positions(const Rig& rig, const LocalPose& pose) {
    return deform(rig, evaluate(rig, pose)).at(0).positions;
}

std::string message_of(const Result<Rig>& rig) {
    return rig ? "loads" : rig.error().message;
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
}

TEST(FbxRecords, OfAsciiAreReadWithTheirValues) {
    const std::string text = square_fbx();
    ASSERT_TRUE(fbx::looks_like_fbx(as_bytes(text)));
    const auto document = fbx::read_records(as_bytes(text));
    ASSERT_TRUE(document) << document.error().message;
    EXPECT_EQ(document->version, 7400);
    const fbx::Record* objects = document->root.child("Objects");
    ASSERT_NE(objects, nullptr);
    const fbx::Record& geometry = objects->children.at(0);
    EXPECT_EQ(geometry.whole(0), 10);
    EXPECT_EQ(geometry.text(2), "Mesh");
    const fbx::Array* polygon = geometry.child("PolygonVertexIndex")->array();
    ASSERT_NE(polygon, nullptr);
    gltf::Budget budget;
    EXPECT_THAT(fbx::unpack_whole(*polygon, budget).value(), ElementsAre(0, 1, 2, -4));
}

TEST(FbxRecords, WholeNumbersBeyondSixtyFourBitsAreNone) {
    const std::string text = "7, 5e120, -5e120, 3.5, x";
    const fbx::Array array{.count = 5, .stored = as_bytes(text)};
    gltf::Budget budget;
    EXPECT_THAT(fbx::unpack_whole(array, budget).value(), ElementsAre(7, 0, 0, 3, 0));
}

TEST(FbxRecords, RefuseACutTextAtEveryLength) {
    const std::string text = square_fbx();
    for (std::size_t length = 0; length + 2 < text.size(); ++length) {
        const auto cut = text.substr(0, length);
        if (!fbx::looks_like_fbx(as_bytes(cut))) continue;
        const auto document = fbx::read_records(as_bytes(cut));
        // Between two records of the top the text is whole, but then something else is missing.
        if (document) {
            EXPECT_EQ(document->root.child("Connections"), nullptr) << length;
        }
    }
}

TEST(FbxRecords, RefuseHostileText) {
    const auto refusal = [](const std::string& text) {
        const auto document = fbx::read_records(as_bytes(text));
        return document ? std::string("loads") : document.error().message;
    };
    std::string deep = "; FBX 7.4.0 project file\n";
    for (int i = 0; i < 20'000; ++i) deep += "A: {\n";
    EXPECT_THAT(refusal(deep), HasSubstr("nest"));
    EXPECT_THAT(refusal(replaced(square_fbx(), "*12", "*999999999")), HasSubstr("claims 999999999 numbers"));
    EXPECT_THAT(refusal(replaced(square_fbx(), "7400", "6100")), HasSubstr("6.1"));
    EXPECT_THAT(refusal(replaced(square_fbx(), "7400", "8000")), HasSubstr("8000"));
    EXPECT_THAT(refusal(replaced(square_fbx(), "FBXVersion", "FBXVision")), HasSubstr("no FBX version"));
}

TEST(FbxRecords, OfBinaryFilesAreRead) {
    using namespace std::string_literals;
    const std::string values =
        "I\x05\0\0\0S\x03\0\0\0abcC\x01"s + "d\x02\0\0\0\0\0\0\0\x10\0\0\0"s + std::string(16, '\0');
    const std::string file = binary_file("Thing", values, 4);
    const auto document = fbx::read_records(as_bytes(file));
    ASSERT_TRUE(document) << document.error().message;
    const fbx::Record& record = document->root.children.at(0);
    EXPECT_EQ(record.name, "Thing");
    EXPECT_EQ(record.whole(0), 5);
    EXPECT_EQ(record.text(1), "abc");
    EXPECT_EQ(std::get<fbx::Array>(record.values.at(3)).count, 2u);
}

TEST(FbxRecords, RefuseBinaryArraysThatClaimMoreThanTheyHold) {
    using namespace std::string_literals;
    const std::string bomb = "d\0\0\0\x20\x01\0\0\0\x08\0\0\0"s + std::string(8, 'x'); // 2^29 doubles
    const std::string file = binary_file("Vertices", bomb, 1);
    const auto document = fbx::read_records(as_bytes(file));
    ASSERT_FALSE(document);
    EXPECT_THAT(document.error().message, HasSubstr("claims 536870912 numbers in 8 bytes"));
}

TEST(FbxRecords, RefuseACutBinaryFileAtEveryLength) {
    using namespace std::string_literals;
    const std::string whole = binary_file("Thing", "I\x05\0\0\0S\x03\0\0\0abc"s, 2);
    for (std::size_t length = 0; length < whole.size(); ++length)
        EXPECT_FALSE(fbx::read_binary_records(as_bytes(whole.substr(0, length)))) << length;
}

TEST(FbxImport, GivesMetresNamesAndDefaultWeights) {
    const auto rig = import_text(square_fbx());
    ASSERT_TRUE(rig) << rig.error().message;
    EXPECT_EQ(rig->name, "square");
    ASSERT_EQ(rig->meshes.size(), 1u);
    EXPECT_THAT(rig->meshes[0].target_names, ElementsAre("ns:mouthSmile_L")) << "the channel's whole name";
    EXPECT_THAT(rig->meshes[0].default_weights, ElementsAre(0.25f)) << "percent in the file";
    const VertexBuffer& buffer = rig->vertex_buffers.at(0);
    EXPECT_EQ(buffer.positions.size(), 4u) << "corners of the two triangles are joined";
    EXPECT_EQ(rig->meshes[0].primitives[0].indices.size(), 6u);
    LocalPose pose = rest_pose(*rig);
    for (auto& weights : pose.morph_weights) std::ranges::fill(weights, 1.0f);
    float highest = 0;
    float farthest = 0;
    for (const auto& position : first_positions(*rig, pose)) {
        highest = std::max(highest, position.y);
        farthest = std::max(farthest, position.z);
    }
    EXPECT_NEAR(highest, 1.5f, 1e-5f);
    EXPECT_NEAR(farthest, 0.1f, 1e-5f);
}

TEST(FbxImport, KeepsTheFilesUnitsWhereAsked) {
    const auto rig = import_text(square_fbx(), {.units = Units::of_the_file});
    ASSERT_TRUE(rig) << rig.error().message;
    float highest = 0;
    for (const auto& position : first_positions(*rig, rest_pose(*rig)))
        highest = std::max(highest, position.y);
    EXPECT_NEAR(highest, 150, 1e-3f);
}

TEST(FbxImport, StandsZUpFilesUpright) {
    std::string text =
        replaced(square_fbx(), R"("UpAxis", "int", "Integer", "",1)", R"("UpAxis", "int", "Integer", "",2)");
    text = replaced(text, R"("FrontAxis", "int", "Integer", "",2)", R"("FrontAxis", "int", "Integer", "",1)");
    text = replaced(text, R"("FrontAxisSign", "int", "Integer", "",1)",
                    R"("FrontAxisSign", "int", "Integer", "",-1)");
    text = replaced(text, "0,50,0", "0,0,50"); // up, in the file's axes
    const auto rig = import_text(text);
    ASSERT_TRUE(rig) << rig.error().message;
    for (const auto& position : first_positions(*rig, rest_pose(*rig))) EXPECT_GE(position.y, 0.5f - 1e-5f);
}

constexpr const char* red_png =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC";
constexpr const char* blue_png =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGNgYPgPAAEDAQAIicLsAAAAAElFTkSuQmCC";

/// A video and its texture, number `id` and `id` + 1, of a path and perhaps with the bytes of the picture.
std::string texture_objects(int id, const std::string& name, const std::string& path,
                            const std::string& base64) {
    const std::string content = base64.empty() ? "" : "Content: ,\n\"" + base64 + "\"\n";
    return "Video: " + std::to_string(id) + ", \"Video::" + name + "\", \"Clip\" {\nFilename: \"" + path +
           "\"\n" + content + "}\nTexture: " + std::to_string(id + 1) +
           ", \"Texture::\", \"\" {\nMedia: \"Video::" + name + "\"\nFileName: \"" + path + "\"\n}\n";
}

/// The square with a material whose colour and glow are two textures of the same path; the second picture is
/// embedded too or not.
Result<Rig> import_textured(const std::string& path, const std::string& second_content,
                            const std::string& second_name = "hair.png") {
    std::string text = replaced(square_fbx(), "Objects:  {",
                                "Objects:  {\nMaterial: 60, \"Material::skin\", \"\" {\n}\n" +
                                    texture_objects(70, "skin.png", path, red_png) +
                                    texture_objects(80, second_name, path, second_content));
    text = replaced(text, "Connections:  {",
                    "Connections:  {\nC: \"OO\",60,20\nC: \"OP\",71,60, \"DiffuseColor\"\n"
                    "C: \"OP\",81,60, \"EmissiveColor\"\nC: \"OO\",70,71\nC: \"OO\",80,81\n");
    return import_text(text);
}

TEST(FbxTextures, OfOnePathShowEachItsOwnEmbeddedPicture) {
    // Blender writes a folder as the path of each picture that was never saved.
    const auto rig = import_textured("C:/art/square.fbm", blue_png);
    ASSERT_TRUE(rig) << rig.error().message;
    ASSERT_EQ(rig->textures.size(), 2u);
    EXPECT_EQ(rig->textures[0].name, "skin.png");
    EXPECT_EQ(rig->textures[0].picture.pixels[0], 255) << "red";
    EXPECT_EQ(rig->textures[1].name, "hair.png");
    EXPECT_EQ(rig->textures[1].picture.pixels[0], 0) << "blue";
    EXPECT_TRUE(rig->report.empty()) << rig->report[0].text;
}

TEST(FbxTextures, ThatAreMissingAreToldByThePicturesName) {
    const auto rig = import_textured("C:/art/square.fbm", "");
    ASSERT_TRUE(rig) << rig.error().message;
    ASSERT_EQ(rig->report.size(), 1u);
    EXPECT_THAT(rig->report[0].text, HasSubstr("image hair.png left out: the file hair.png is missing"));
    const auto numbered = import_textured("C:/art/square.fbm", "", "hair.001");
    ASSERT_TRUE(numbered) << numbered.error().message;
    EXPECT_THAT(numbered->report.at(0).text, HasSubstr("image hair.001 left out: its maker wrote neither"));
}

TEST(FbxTextures, OfOneFileShareWhatIsEmbeddedOnce) {
    const auto rig = import_textured("C:/art/skin.png", "");
    ASSERT_TRUE(rig) << rig.error().message;
    EXPECT_EQ(rig->textures.size(), 1u);
    EXPECT_TRUE(rig->report.empty()) << rig->report[0].text;
}

TEST(FbxImport, KeepsTextureCoordinatesOfAMeshWithLooseEdges) {
    std::string text = replaced(square_fbx(), "PolygonVertexIndex: *4 {\n            a: 0,1,2,-4",
                                "PolygonVertexIndex: *8 {\n            a: 0,1,2,-4,0,-3,1,-4");
    text = replaced(text, "GeometryVersion: 124", R"(GeometryVersion: 124
        LayerElementUV: 0 {
            MappingInformationType: "ByPolygonVertex"
            ReferenceInformationType: "Direct"
            UV: *8 {
                a: 0,0,1,0,1,1,0,1
            }
        })");
    const auto rig = import_text(text);
    ASSERT_TRUE(rig) << rig.error().message;
    EXPECT_THAT(rig->vertex_buffers[0].uv[0],
                ElementsAre(glm::vec2(0, 1), glm::vec2(1, 1), glm::vec2(1, 0), glm::vec2(0, 0)));
    EXPECT_TRUE(rig->report.empty()) << rig->report[0].text;
}

TEST(FbxImport, RefusesFilesWithoutAMesh) {
    EXPECT_THAT(message_of(import_text(replaced(square_fbx(), "C: \"OO\",10,20", ""))), HasSubstr("no mesh"));
}

TEST(FbxImport, RefusesOldVersionsByTheirNumber) {
    const std::string message = message_of(import_text(replaced(square_fbx(), "7400", "6100")));
    EXPECT_THAT(message, HasSubstr("square.fbx"));
    EXPECT_THAT(message, HasSubstr("6.1"));
}

TEST(FbxImport, RefusesAMeshSharedTenThousandTimesBeforeItFillsTheMemory) {
    std::string points;
    constexpr int count = 900;
    for (int i = 0; i < 3 * count; ++i) points += (i > 0 ? "," : "") + std::to_string(i % 7);
    std::string text = replaced(square_fbx(), "*12", "*" + std::to_string(3 * count));
    text = replaced(text, "0,0,0,100,0,0,100,100,0,0,100,0", points);
    std::string links;
    std::string models;
    for (int id = 1000; id < 11'000; ++id) {
        models += "Model: " + std::to_string(id) + ", \"Model::m\", \"Mesh\" {\n}\n";
        links += "C: \"OO\"," + std::to_string(id) + ",0\nC: \"OO\",10," + std::to_string(id) + "\n";
    }
    text = replaced(text, "    Deformer: 30", models + "    Deformer: 30");
    text = replaced(text, "    C: \"OO\",30,10", links + "    C: \"OO\",30,10");
    EXPECT_THAT(message_of(import_text(text)), HasSubstr("out of proportion to its own size"));
}

TEST(FbxImport, SurvivesFlippedBytes) {
    const std::string whole = square_fbx();
    for (std::size_t i = 0; i < whole.size(); i += 7) {
        std::string spoilt = whole;
        spoilt[i] = static_cast<char>(spoilt[i] ^ 0x15);
        const auto rig = import_text(spoilt);
        if (!rig) {
            EXPECT_EQ(rig.error().code, ErrorCode::unreadable);
        }
    }
}

TEST(FbxFiles, EndAsTheirListSays) {
    MIEN_NEEDS_SHARED("data/broken/expected.json");
    const auto folder = test::shared_dir() / "data/broken";
    std::ifstream file(folder / "expected.json");
    const auto list = nlohmann::json::parse(file);
    for (const auto& [name, expected] : list.items()) {
        if (std::filesystem::path(name).extension() != ".fbx") continue;
        const auto rig = import_rig(folder / name);
        EXPECT_FALSE(rig) << name;
        if (!rig) {
            EXPECT_THAT(rig.error().message, HasSubstr(name));
        }
    }
}

TEST(FbxFiles, OfAReadyPlayerMeAvatarHaveAllTheirTargets) {
    MIEN_NEEDS_SHARED("data/rigs/fbx/rpm_female_wass08.fbx");
    const auto rig = import_rig(test::shared_dir() / "data/rigs/fbx/rpm_female_wass08.fbx");
    ASSERT_TRUE(rig) << rig.error().message;
    EXPECT_EQ(rig->expressions.size(), 67u);
    EXPECT_NE(find_head_joints(*rig).head, no_index);
    float top = 0;
    for (const auto& primitive : deform(*rig, evaluate(*rig, rest_pose(*rig))))
        for (const auto& position : primitive.positions) top = std::max(top, position.y);
    EXPECT_NEAR(top, 1.76f, 0.1f) << "metres";
}

} // namespace
} // namespace mien
