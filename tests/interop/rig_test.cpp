// `mien rig`: what it says of rigs, and with which exit status.
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

} // namespace
} // namespace mien
