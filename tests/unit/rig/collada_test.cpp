// Collada, and the process that reads it.
#include <fstream>

#include <glm/geometric.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rig/deform.h"
#include "rig/import/collada/reader_process.h"
#include "rig/import/import.h"
#include "rig/skeleton.h"
#include "tests/support/paths.h"

namespace mien {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Truly;

/// A triangle in centimetres, z up.
const std::string triangle = R"(<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit meter="0.01"/><up_axis>Z_UP</up_axis></asset>
<library_geometries><geometry id="g" name="g"><mesh>
<source id="p"><float_array id="pa" count="9">0 0 0 100 0 0 0 0 100</float_array><technique_common>
<accessor source="#pa" count="3" stride="3"><param name="X" type="float"/><param name="Y" type="float"/>
<param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node id="n" name="plate"><instance_geometry url="#g"/></node>
</visual_scene></library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>)";

Result<Rig> import_text(const std::string& text) {
    const test::TemporaryFolder folder;
    const auto path = folder.path() / "plate.dae";
    std::ofstream(path, std::ios::binary) << text;
    return import_rig(path);
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
}

TEST(Collada, IsReadInMetresWithYUp) {
    const auto rig = import_text(triangle);
    ASSERT_TRUE(rig) << rig.error().message;
    EXPECT_EQ(rig->name, "plate");
    const auto primitives = deform(*rig, evaluate(*rig, rest_pose(*rig)));
    ASSERT_EQ(primitives.size(), 1U);
    const auto is = [](const glm::vec3& place) {
        return Truly([place](const glm::vec3& other) { return glm::distance(place, other) < 1e-5F; });
    };
    EXPECT_THAT(primitives[0].positions, ElementsAre(is({0, 0, 0}), is({1, 0, 0}), is({0, 1, 0})));
}

TEST(Collada, WithoutMeshesIsRefused) {
    const auto rig = import_text(replaced(triangle, "<instance_geometry url=\"#g\"/>", ""));
    ASSERT_FALSE(rig);
    EXPECT_EQ(rig.error().code, ErrorCode::unreadable);
    EXPECT_THAT(rig.error().message, HasSubstr("no mesh"));
}

TEST(Collada, WithExpressionsSaysThatTheyAreNotRead) {
    const std::string controllers = R"(<library_controllers><controller id="c"><morph source="#g">
<targets/></morph></controller></library_controllers><library_visual_scenes>)";
    const auto rig = import_text(replaced(triangle, "<library_visual_scenes>", controllers));
    ASSERT_FALSE(rig);
    EXPECT_THAT(rig.error().message, HasSubstr("convert it to GLB"));
}

TEST(Collada, OfInvertedTransparencyIsDrawnOpaque) {
    // As 3ds Max and old Blender write: the colour says opaque, the factor says invisible.
    const std::string materials =
        R"(<library_effects><effect id="fx"><profile_COMMON><technique sid="t"><lambert>
<diffuse><color>1 0 0 1</color></diffuse><transparent><color>1 1 1 1</color></transparent>
<transparency><float>0</float></transparency></lambert></technique></profile_COMMON></effect></library_effects>
<library_materials><material id="m" name="skin"><instance_effect url="#fx"/></material></library_materials>
<library_geometries>)";
    std::string text = replaced(triangle, "<library_geometries>", materials);
    text = replaced(text, "<triangles count=\"1\">", "<triangles count=\"1\" material=\"m\">");
    text = replaced(text, "url=\"#g\"/>",
                    "url=\"#g\"><bind_material><technique_common><instance_material symbol=\"m\" "
                    "target=\"#m\"/></technique_common></bind_material></instance_geometry>");
    const auto rig = import_text(text);
    ASSERT_TRUE(rig) << rig.error().message;
    ASSERT_EQ(rig->materials.size(), 1U);
    EXPECT_EQ(rig->materials[0].base_colour, glm::vec4(1, 0, 0, 1));
    EXPECT_EQ(rig->materials[0].alpha_mode, AlphaMode::opaque);
    ASSERT_EQ(rig->report.size(), 1U);
    EXPECT_THAT(rig->report[0].text, HasSubstr("wrong way round"));
}

TEST(Collada, ThatTheLibraryCannotReadSaysWhatToDo) {
    const auto rig = import_text(replaced(triangle, "0 0 0 100", "0 0 oops 100"));
    ASSERT_FALSE(rig);
    EXPECT_THAT(rig.error().message, HasSubstr("try it as GLB"));
}

TEST(Collada, WhoseJointHasTheNameOfItsMeshSaysSo) {
    // The joint is bone_1 by its sid; the library finds the node of that id, which carries the skin.
    const std::string controller = R"(<library_controllers><controller id="c"><skin source="#g">
<source id="j"><Name_array id="ja" count="1">bone_1</Name_array><technique_common>
<accessor source="#ja" count="1" stride="1"><param name="JOINT" type="name"/></accessor></technique_common></source>
<source id="b"><float_array id="ba" count="16">1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</float_array><technique_common>
<accessor source="#ba" count="1" stride="16"><param name="TRANSFORM" type="float4x4"/></accessor></technique_common>
</source><source id="w"><float_array id="wa" count="1">1</float_array><technique_common>
<accessor source="#wa" count="1" stride="1"><param name="WEIGHT" type="float"/></accessor></technique_common></source>
<joints><input semantic="JOINT" source="#j"/><input semantic="INV_BIND_MATRIX" source="#b"/></joints>
<vertex_weights count="3"><input semantic="JOINT" source="#j" offset="0"/>
<input semantic="WEIGHT" source="#w" offset="1"/><vcount>1 1 1</vcount><v>0 0 0 0 0 0</v></vertex_weights>
</skin></controller></library_controllers><library_visual_scenes>)";
    std::string text = replaced(triangle, "<library_visual_scenes>", controller);
    text = replaced(text, R"(<node id="n" name="plate"><instance_geometry url="#g"/></node>)",
                    R"(<node id="joint" name="bone.1" sid="bone_1" type="JOINT"/>
<node id="plate" name="plate"><instance_controller url="#c"/></node>)");
    const auto sound = import_text(text);
    ASSERT_TRUE(sound) << sound.error().message;
    EXPECT_TRUE(sound->report.empty()) << sound->report[0].text;
    const auto mixed = import_text(replaced(text, R"(id="plate")", R"(id="bone_1")"));
    ASSERT_TRUE(mixed) << mixed.error().message;
    ASSERT_EQ(mixed->report.size(), 1U);
    EXPECT_THAT(mixed->report[0].text, HasSubstr("the joint bone_1 has the name of a mesh"));
}

TEST(Collada, CutOrSpoiltDoesNoHarm) {
    for (std::size_t length = triangle.find("<COLLADA") + 8; length < triangle.size(); length += 97) {
        const auto rig = import_text(triangle.substr(0, length));
        ASSERT_FALSE(rig) << length;
        EXPECT_EQ(rig.error().code, ErrorCode::unreadable) << rig.error().message;
        std::string spoilt = triangle;
        spoilt[length] = static_cast<char>(spoilt[length] ^ 0x15);
        (void)import_text(spoilt);
    }
}

TEST(Reader, GetsItsInputAndGivesItsOutput) {
    const std::vector<std::uint8_t> input(100'000, 7);
    const auto output = run_reader("/bin/sh", {"-c", "cat; echo words >&2; exit 9"}, input, 200'000,
                                   std::chrono::seconds(60));
    ASSERT_TRUE(output) << output.error().message;
    EXPECT_EQ(output->out, input);
    EXPECT_EQ(output->err, "words\n");
    EXPECT_EQ(output->status, 9);
}

TEST(Reader, ThatASignalEndsIsTold) {
    const auto output = run_reader("/bin/sh", {"-c", "kill -SEGV $$"}, {}, 10, std::chrono::seconds(60));
    ASSERT_TRUE(output);
    EXPECT_EQ(output->status, -1);
}

TEST(Reader, ThatHangsIsEnded) {
    const auto output = run_reader("/bin/sleep", {"1000"}, {}, 10, std::chrono::milliseconds(20));
    ASSERT_FALSE(output);
    EXPECT_EQ(output.error().code, ErrorCode::unreadable);
}

TEST(Reader, ThatSaysTooMuchOrIsNotThereIsAnError) {
    const auto loud = run_reader("/bin/sh", {"-c", "echo twelve bytes"}, {}, 5, std::chrono::seconds(60));
    ASSERT_FALSE(loud);
    EXPECT_THAT(loud.error().message, HasSubstr("too much"));
    const auto missing = run_reader("/nowhere/reader", {}, {}, 5, std::chrono::seconds(60));
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().code, ErrorCode::unavailable);
    EXPECT_THAT(missing.error().message, HasSubstr("/nowhere/reader"));
}

} // namespace
} // namespace mien
