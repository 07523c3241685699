// `mien rig`: what it says of rigs, and with which exit status.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "run_program.h"
#include "tests/support/glb_builder.h"
#include "tests/support/paths.h"

namespace mien {
namespace {

using nlohmann::json;
using test::lines_of;
using test::Ran;
using test::run_mien;
using ::testing::HasSubstr;

/// Writes a rig and returns its path.
std::string written(const test::TemporaryFolder& folder, const char* name, const test::SheetRig& sheet) {
    const auto path = folder.path() / name;
    const std::vector<std::uint8_t> bytes = sheet.glb();
    std::FILE* file = std::fopen(path.c_str(), "wb");
    std::fwrite(bytes.data(), 1, bytes.size(), file);
    std::fclose(file);
    return path.string();
}

TEST(RigCheckCommand, TheBundledRigsAreClean) {
    for (const char* rig : {"bundled:mien", "bundled:mien-vrm", "bundled:mien-bones"}) {
        const Ran ran = run_mien({"rig", "check", rig, "--strict"});
        EXPECT_EQ(ran.status, 0) << rig << "\n" << ran.out << ran.err;
        EXPECT_THAT(ran.out, HasSubstr("0 faults, 0 warnings")) << rig;
    }
}

TEST(RigCheckCommand, AFaultHasExitStatusOneAndOneLine) {
    const test::TemporaryFolder folder;
    test::SheetRig sheet; // whose first target goes down
    sheet.mesh()["extras"]["targetNames"] = {"browInnerUp", "other"};
    const std::string path = written(folder, "wrong.glb", sheet);
    const Ran text = run_mien({"rig", "check", path});
    EXPECT_EQ(text.status, 1);
    EXPECT_EQ(lines_of(text.err).size(), 1u) << text.err;
    EXPECT_THAT(text.err, HasSubstr("1 fault"));
    EXPECT_THAT(text.out, HasSubstr("browInnerUp moves the other way: it should go up"));
    const Ran machine = run_mien({"rig", "check", path, "--json"});
    EXPECT_EQ(machine.status, 1);
    const json report = json::parse(machine.out);
    EXPECT_EQ(report["faults"], 1);
    EXPECT_EQ(report["findings"][0]["what"], "wrong-way");
    EXPECT_EQ(report["channels"].size(), 52u);
}

TEST(RigCheckCommand, WarningsCountWhereTheyAreAskedTo) {
    const test::TemporaryFolder folder;
    test::SheetRig sheet;
    sheet.mesh()["extras"]["targetNames"] = {"jawOpen", "cheekSquintLeft"};
    const std::string path = written(folder, "half.glb", sheet);
    EXPECT_EQ(run_mien({"rig", "check", path}).status, 0);
    EXPECT_EQ(run_mien({"rig", "check", path, "--strict"}).status, 1) << "cheekSquintRight is missing";
}

TEST(RigInspectCommand, ListsWhatAProgramWantsToKnow) {
    const test::TemporaryFolder folder;
    const Ran ran = run_mien({"rig", "inspect", written(folder, "sheet.glb", test::SheetRig()), "--json"});
    ASSERT_EQ(ran.status, 0) << ran.err;
    const json rig = json::parse(ran.out);
    for (const char* key : {"name", "expressions", "parts", "bones", "meshes", "materials", "subsets",
                            "animations", "report", "joints", "counts"})
        EXPECT_TRUE(rig.contains(key)) << key;
    EXPECT_EQ(rig["meshes"][0]["vertices"], 9);
    EXPECT_EQ(rig["meshes"][0]["triangles"], 8);
    EXPECT_EQ(rig["meshes"][0]["targets"], 2);
    EXPECT_EQ(rig["bones"].size(), 2u);
    EXPECT_EQ(rig["subsets"][0]["first_index"], 0);
    EXPECT_EQ(rig["subsets"][0]["index_count"], 24);
    EXPECT_EQ(rig["subsets"][0]["vertex_count"], 9);
    const json vrm = json::parse(run_mien({"rig", "inspect", "bundled:mien-vrm", "--json"}).out);
    EXPECT_EQ(vrm["vrm"]["version"], "1.0");
    EXPECT_FALSE(vrm["vrm"]["author"].get<std::string>().empty());
}

/// All positions that `mien rig vertices` writes.
std::vector<double> vertices_of(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"rig", "vertices"});
    arguments.emplace_back("--json");
    const Ran ran = run_mien(arguments);
    EXPECT_EQ(ran.status, 0) << ran.err;
    std::vector<double> numbers;
    const json vertices = json::parse(ran.out, nullptr, false);
    for (const auto& primitive : vertices["primitives"])
        for (const auto& position : primitive["positions"])
            for (const auto& number : position) numbers.push_back(number.get<double>());
    return numbers;
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
    EXPECT_EQ(a.size(), b.size());
    double largest = 0;
    for (std::size_t i = 0; i < a.size() && i < b.size(); ++i)
        largest = std::max(largest, std::abs(a[i] - b[i]));
    return largest;
}

TEST(RigBakeCommand, TheRestShapeIsTheBakedFace) {
    const test::TemporaryFolder folder;
    const std::string baked = (folder.path() / "baked.glb").string();
    const std::string weights = "jawOpen=0.4,mouthSmileLeft=0.7";
    const std::string sliders = "Head/Face length=0.9,Eye size=0.2";
    const Ran ran = run_mien({"rig", "bake", "bundled:mien", "--weights", weights, "--sliders", sliders,
                              "--keep-morphs", "-o", baked});
    ASSERT_EQ(ran.status, 0) << ran.err;
    const auto posed = vertices_of({"bundled:mien", "--weights", weights, "--sliders", sliders});
    EXPECT_GT(largest_difference(posed, vertices_of({"bundled:mien"})), 5e-3) << "something was asked for";
    EXPECT_LT(largest_difference(posed, vertices_of({baked})), 1e-4);

    const json rig = json::parse(run_mien({"rig", "inspect", baked, "--json"}).out);
    EXPECT_EQ(rig["face"]["channels_driven"], 52) << "it still moves";
    EXPECT_GT(rig["bones"].size(), 10u) << "and is still skinned";
}

TEST(RigBakeCommand, WithoutKeepMorphsTheFaceIsStill) {
    const test::TemporaryFolder folder;
    const std::string baked = (folder.path() / "baked.glb").string();
    const Ran ran = run_mien({"rig", "bake", "bundled:mien", "--weights", "jawOpen=1", "-o", baked});
    ASSERT_EQ(ran.status, 0) << ran.err;
    EXPECT_LT(
        largest_difference(vertices_of({"bundled:mien", "--weights", "jawOpen=1"}), vertices_of({baked})),
        1e-4);
    EXPECT_EQ(json::parse(run_mien({"rig", "inspect", baked, "--json"}).out)["counts"]["morph_targets"], 0);
}

TEST(RigBakeCommand, TakesNamesAndNumbersFromAFile) {
    const test::TemporaryFolder folder;
    const std::string character = (test::source_dir() / "models/characters/hero.sliders.json").string();
    const std::string baked = (folder.path() / "hero.glb").string();
    ASSERT_EQ(run_mien({"rig", "bake", "bundled:mien", "--sliders", character, "-o", baked}).status, 0);
    EXPECT_GT(largest_difference(vertices_of({baked}), vertices_of({"bundled:mien"})), 2e-3);
    for (const char* wrong : {"Nobody=1", "Eye size", "Eye size=x"}) {
        const Ran ran = run_mien({"rig", "bake", "bundled:mien", "--sliders", wrong, "-o", baked});
        EXPECT_TRUE(ran.status == 2 || ran.status == 3) << wrong;
        EXPECT_EQ(lines_of(ran.err).size(), 1u) << ran.err;
    }
}

/// The Khronos validator's script for node, where this machine has one: the folder that holds its
/// node_modules.
TEST(RigBakeCommand, TheKhronosValidatorFindsNoErrors) {
    const char* folder_of_validator = std::getenv("MIEN_GLTF_VALIDATOR");
    if (folder_of_validator == nullptr)
        GTEST_SKIP() << "MIEN_GLTF_VALIDATOR does not name a folder with node_modules/gltf-validator";
    const test::TemporaryFolder folder;
    for (const char* rig : {"bundled:mien", "bundled:mien-bones", "bundled:mien-vrm"}) {
        const std::string baked = (folder.path() / "baked.glb").string();
        ASSERT_EQ(run_mien({"rig", "bake", rig, "--keep-morphs", "-o", baked}).status, 0);
        const std::string script = fmt::format(
            "cd '{}' && node -e \"require('gltf-validator').validateBytes(new Uint8Array("
            "require('fs').readFileSync('{}'))).then(r => process.exit(Math.min(r.issues.numErrors, 99)))\"",
            folder_of_validator, baked);
        EXPECT_EQ(std::system(script.c_str()), 0) << rig;
    }
}

/// A copy of the bundled head with bones only, and with no settings of its own.
std::string bones_rig(const test::TemporaryFolder& folder, const char* name) {
    const std::string path = (folder.path() / name).string();
    EXPECT_EQ(run_mien({"rig", "bake", "bundled:mien-bones", "-o", path}).status, 0);
    return path;
}

TEST(RigCloneCommand, CopiesGroupsAndMergesIntoWhatIsThere) {
    const test::TemporaryFolder folder;
    const std::string to = bones_rig(folder, "to.glb");
    const auto settings = folder.path() / "to.mien.json";
    ASSERT_FALSE(std::filesystem::exists(settings));
    const Ran first = run_mien({"rig", "clone", "bundled:mien-bones", to});
    ASSERT_EQ(first.status, 0) << first.err;
    EXPECT_THAT(first.out, ::testing::Not(HasSubstr("not in"))) << "the same bones";
    ASSERT_TRUE(std::filesystem::exists(settings));
    const auto parts = [&] {
        return json::parse(run_mien({"rig", "inspect", to, "--json"}).out)["parts"].size();
    };
    const std::size_t all = parts();
    EXPECT_GT(all, 20u);

    // What the person set stays, unless asked otherwise.
    json edited = json::parse(std::ifstream(settings));
    edited["groups"][0]["parts"][0]["bones"][0]["end"] = 123.5;
    std::ofstream(settings) << edited;
    const Ran again = run_mien({"rig", "clone", "bundled:mien-bones", to});
    EXPECT_EQ(again.status, 0);
    EXPECT_THAT(again.out, HasSubstr("kept as it was"));
    EXPECT_EQ(json::parse(std::ifstream(settings))["groups"][0]["parts"][0]["bones"][0]["end"], 123.5);
    EXPECT_EQ(parts(), all);
    EXPECT_EQ(run_mien({"rig", "clone", "bundled:mien-bones", to, "--force"}).status, 0);
    EXPECT_NE(json::parse(std::ifstream(settings))["groups"][0]["parts"][0]["bones"][0]["end"], 123.5);
}

TEST(RigCloneCommand, TellsBonesWithoutAMatchAndWritesWhereItIsTold) {
    const test::TemporaryFolder folder;
    const std::string to = written(folder, "sheet.glb", test::SheetRig());
    const std::string file = (folder.path() / "groups.json").string();
    const Ran ran = run_mien({"rig", "clone", "bundled:mien-bones", to, "-o", file});
    ASSERT_EQ(ran.status, 0) << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("not in sheet: "));
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "sheet.mien.json"));
    EXPECT_GT(json::parse(std::ifstream(file))["groups"].size(), 1u);
    const Ran none = run_mien({"rig", "clone", to, "bundled:mien-bones", "-o", file});
    EXPECT_EQ(none.status, 2) << "a sheet has no groups to give";
    EXPECT_EQ(lines_of(none.err).size(), 1u) << none.err;
}

} // namespace
} // namespace mien
