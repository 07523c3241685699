// What refuses a file, and what only costs a warning: one spoilt thing each in an otherwise good rig.
#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/rig/import_helpers.h"

namespace mien {
namespace {

using test::Json;
using test::refusal;
using test::SheetRig;
using test::warnings;
using ::testing::HasSubstr;
using ::testing::Not;

struct SpoiltRig {
    const char* name;
    std::function<void(SheetRig&)> spoil;
    const char* message; ///< what must stand in it
};

TEST(GltfRefusals, NameThePlaceAndTheFault) {
    const SpoiltRig cases[] = {
        {"version 3", [](SheetRig& s) { s.json["asset"]["version"] = "3.0"; }, "glTF version 3.0"},
        {"version 1, whose lists are objects",
         [](SheetRig& s) { s.json["asset"]["version"] = "1.0", s.json["meshes"] = Json::object(); },
         "glTF version 1.0, only 2.0 can be read; convert"},
        {"no version", [](SheetRig& s) { s.json.erase("asset"); }, "no asset.version"},
        {"nodes are no list", [](SheetRig& s) { s.json["nodes"] = 3; }, "nodes is not a list"},
        {"a node is a number", [](SheetRig& s) { s.json["nodes"][1] = 3; }, "node 1 is not an object"},
        {"a required extension", [](SheetRig& s) { s.json["extensionsRequired"] = {"ACME_shapes"}; },
         "ACME_shapes"},
        {"a view beyond its buffer", [](SheetRig& s) { s.json["bufferViews"][0]["byteLength"] = 1 << 20; },
         "end beyond buffer 0"},
        {"an offset that wraps",
         [](SheetRig& s) { s.json["bufferViews"][0]["byteOffset"] = 18446744073709551600u; }, "byteOffset"},
        {"a fractional offset", [](SheetRig& s) { s.json["bufferViews"][0]["byteOffset"] = 0.5; },
         "byteOffset"},
        {"a huge count", [](SheetRig& s) { s.json["accessors"][s.positions]["count"] = 1u << 31; },
         "accessor 0"},
        {"a count that is text", [](SheetRig& s) { s.json["accessors"][s.positions]["count"] = "9"; },
         "count"},
        {"no data behind a huge count",
         [](SheetRig& s) {
             s.json["accessors"][s.positions].erase("bufferView");
             s.json["accessors"][s.positions]["count"] = 4000000000u;
         },
         "out of proportion"},
        {"NaN in a target", [](SheetRig& s) { s.poke(s.targets[1], 5, std::nanf("")); }, "accessor 2"},
        {"floats as joints", [](SheetRig& s) { s.primitive()["attributes"]["JOINTS_0"] = s.weights; },
         "unsigned whole numbers"},
        {"targets of other length", [](SheetRig& s) { s.json["accessors"][s.targets[1]]["count"] = 8; },
         "8 elements for 9 vertices"},
        {"unlike numbers of targets",
         [](SheetRig& s) {
             s.mesh()["primitives"].push_back(s.primitive());
             s.mesh()["primitives"][1]["targets"].erase(1);
         },
         "primitive 0 has 2 morph targets, primitive 1 has 1"},
        {"no POSITION", [](SheetRig& s) { s.primitive()["attributes"].erase("POSITION"); }, "no POSITION"},
        {"a circle of nodes", [](SheetRig& s) { s.node(2)["children"] = {1}; }, "own ancestor"},
        {"a matrix of 15", [](SheetRig& s) { s.node(1)["matrix"] = Json(std::vector<float>(15, 1)); },
         "list of 16 numbers"},
        {"a translation beyond float",
         [](SheetRig& s) {
             s.node(1)["translation"] = {1e300, 0, 0};
         },
         "finite number"},
        {"a joint that the skin lacks", [](SheetRig& s) { s.poke<std::uint8_t>(s.joints, 17, 200); },
         "joint 200 of 2"},
        {"no mesh",
         [](SheetRig& s) { s.json.erase("meshes"), s.node(0) = Json::object(), s.json.erase("animations"); },
         "no mesh"},
    };
    for (const SpoiltRig& spoilt : cases) {
        SheetRig sheet;
        spoilt.spoil(sheet);
        EXPECT_THAT(refusal(sheet), HasSubstr(spoilt.message)) << spoilt.name;
        EXPECT_THAT(refusal(sheet), HasSubstr("Cannot read test.glb: ")) << spoilt.name;
    }
}

TEST(Import, SaysWhatAFileThatIsNoModelIs) {
    const std::pair<const char*, const char*> beginnings[] = {
        {"version https://git-lfs.github.com/spec/v1\noid", "Git LFS pointer"},
        {"<!DOCTYPE html>", "web page"},
        {"BLENDER-v304", "export it from there as GLB"},
        {"PMX \x00", "MikuMikuDance"},
        {"ply\nformat ascii", "no GLB, glTF, VRM, FBX, Collada or OBJ file"},
        {"", "it is empty"},
    };
    for (const auto& [beginning, message] : beginnings) {
        const std::string_view text(beginning);
        const auto rig =
            import_gltf({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}, "model", {});
        ASSERT_FALSE(rig) << beginning;
        EXPECT_THAT(rig.error().message, HasSubstr(message));
        EXPECT_THAT(rig.error().message, Not(HasSubstr("\n")));
    }
}

TEST(GltfWarnings, CostOnlyWhatTheyName) {
    const SpoiltRig cases[] = {
        {"NaN in normals",
         [](SheetRig& s) {
             s.primitive()["attributes"]["NORMAL"] = s.add_vec3(std::vector<float>(27, std::nanf("")));
         },
         "NORMAL left out"},
        {"texture coordinates of other length",
         [](SheetRig& s) {
             s.primitive()["attributes"]["TEXCOORD_0"] =
                 s.add_accessor(std::vector<float>(10, 0.5f), "VEC2", 5126, 2);
         },
         "TEXCOORD_0 left out"},
        {"a material that is not there", [](SheetRig& s) { s.primitive()["material"] = 4; }, "material 4"},
        {"points", [](SheetRig& s) { s.primitive()["mode"] = 0; }, "points and lines"},
        {"13 indices", [](SheetRig& s) { s.json["accessors"][s.indices]["count"] = 13; }, "13 indices"},
        {"negative weights", [](SheetRig& s) { s.poke(s.weights, 3, -0.5f); }, "below 0"},
        {"a rotation of 0",
         [](SheetRig& s) {
             s.node(2)["rotation"] = {0, 0, 0, 0};
         },
         "rotation of length 0"},
        {"an animation of a missing sampler",
         [](SheetRig& s) { s.json["animations"][0]["channels"][0]["sampler"] = 9; }, "animation 0 left out"},
        {"an unknown path",
         [](SheetRig& s) { s.json["animations"][0]["channels"][0]["target"]["path"] = "pointer"; },
         "pointer"},
        {"an unknown extension", [](SheetRig& s) { s.json["extensionsUsed"] = {"ACME_shapes"}; },
         "ACME_shapes"},
        {"a weight that is text",
         [](SheetRig& s) {
             s.mesh()["weights"] = {"half", 0};
         },
         "default weight"},
    };
    for (const SpoiltRig& spoilt : cases) {
        SheetRig sheet;
        spoilt.spoil(sheet);
        EXPECT_THAT(warnings(sheet), HasSubstr(spoilt.message)) << spoilt.name;
    }
}

TEST(GltfBudget, ATinyFileCannotNameItsDataAThousandTimes) {
    SheetRig sheet;
    const std::vector<float> many(3 * 20'000, 1.0f);
    const int big = sheet.add_vec3(many);
    sheet.primitive() = {{"attributes", {{"POSITION", big}}}};
    sheet.node(0).erase("skin");
    Json targets = Json::array();
    for (int i = 0; i < 5000; ++i) targets.push_back({{"POSITION", big}});
    sheet.primitive()["targets"] = targets;
    EXPECT_THAT(refusal(sheet), HasSubstr("out of proportion"));
}

TEST(GltfBudget, ManyEmptyReadsEndToo) {
    SheetRig sheet;
    const std::vector<float> nothing(3 * 20'000, 0.0f);
    const int big = sheet.add_vec3(nothing);
    sheet.primitive() = {{"attributes", {{"POSITION", big}}}};
    sheet.node(0).erase("skin");
    Json targets = Json::array();
    for (int i = 0; i < 20'000; ++i) targets.push_back({{"POSITION", big}});
    sheet.primitive()["targets"] = targets;
    EXPECT_THAT(refusal(sheet), HasSubstr("names the same data so often"));
}

TEST(GltfNodes, AChainOfAHundredThousandIsNoProblem) {
    SheetRig sheet;
    constexpr int length = 100'000;
    for (int i = 3; i < length; ++i) sheet.json["nodes"].push_back({{"children", {i + 1}}});
    sheet.json["nodes"].push_back(Json::object());
    sheet.node(2)["children"] = {3};
    EXPECT_EQ(refusal(sheet), "loads");
}

TEST(GltfNames, OfStrangersAreShownWithoutTheirTricks) {
    SheetRig sheet;
    sheet.mesh()["name"] = "evil\x1b[31m\nmesh";
    sheet.mesh()["primitives"] = Json::array();
    sheet.json["meshes"].push_back(SheetRig().mesh());
    sheet.node(0)["mesh"] = 1;
    const std::string text = warnings(sheet);
    EXPECT_THAT(text, HasSubstr("evil\\x1b[31m\\nmesh"));
    EXPECT_EQ(text.find('\x1b'), std::string::npos);
}

} // namespace
} // namespace mien
