// Every malformed or hostile file of the test data ends as its list says. The files that the tests make
// themselves (cut, flipped, spoilt) are in gltf_import_test.cpp and gltf_refusals_test.cpp.
#include <algorithm>
#include <cctype>
#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "rig/import/import.h"
#include "rig/printable_text.h"
#include "tests/support/paths.h"

namespace mien {
namespace {

std::string lowered(std::string text) {
    std::ranges::transform(text, text.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

/// All warnings of a rig, in small letters.
std::string warnings(const Rig& rig) {
    std::string all;
    for (const ReportLine& line : rig.report)
        if (line.kind == ReportLine::Kind::warning) all += lowered(line.text) + "\n";
    return all;
}

void expect_clear(const std::string& name, const Error& error) {
    EXPECT_EQ(error.code, ErrorCode::unreadable) << name;
    EXPECT_NE(error.message.find(std::filesystem::path(name).filename().string()), std::string::npos)
        << name << ": the message does not name the file: " << error.message;
    EXPECT_EQ(error.message.find('\n'), std::string::npos) << name << ": more than one line";
    EXPECT_TRUE(is_valid_utf8(error.message)) << name;
}

void expect_ending(const std::string& name, const nlohmann::json& expected, const Result<Rig>& rig) {
    const std::string ending = expected["expect"];
    if (!rig) {
        EXPECT_TRUE(ending == "refuse" || ending == "any") << name << ": " << rig.error().message;
        expect_clear(name, rig.error());
        return;
    }
    EXPECT_NE(ending, "refuse") << name << " loads: " << expected["about"];
    for (const ReportLine& line : rig->report) EXPECT_TRUE(is_valid_utf8(line.text)) << name;
    if (ending == "warn") {
        const std::string word = lowered(expected["warning"]);
        EXPECT_NE(warnings(*rig).find(word), std::string::npos)
            << name << ": no warning about \"" << word << "\" in\n"
            << warnings(*rig);
    }
}

TEST(BrokenFiles, EndAsTheirListSays) {
    MIEN_NEEDS_SHARED("data/broken/expected.json");
    const auto folder = test::shared_dir() / "data/broken";
    std::ifstream file(folder / "expected.json");
    const auto list = nlohmann::json::parse(file);
    int checked = 0;
    for (const auto& [name, expected] : list.items()) {
        const auto extension = std::filesystem::path(name).extension();
        if (extension != ".glb" && extension != ".gltf" && extension != ".vrm") continue;
        expect_ending(name, expected, import_rig(folder / name));
        ++checked;
    }
    EXPECT_GT(checked, 80);
}

} // namespace
} // namespace mien
