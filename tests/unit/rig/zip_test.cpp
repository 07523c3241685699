// Zip archives of OBJ files: what is in them, and what they may not do.
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include "rig/import/import.h"
#include "tests/support/paths.h"
#include "tests/support/zip_bytes.h"

namespace mien {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string deflated(const std::string& text) {
    std::string packed(compressBound(text.size()) + 64, '\0');
    z_stream stream{};
    deflateInit2(&stream, 9, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    deflate(&stream, Z_FINISH);
    packed.resize(stream.total_out);
    deflateEnd(&stream);
    return packed;
}

test::ZipEntry deflated_file(const std::string& name, const std::string& text) {
    return {name, deflated(text), 8, text.size()};
}

constexpr const char* square =
    "mtllib face.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nusemtl skin\nf 1 2 3 4\n";

std::vector<test::ZipEntry> shapes() {
    return {deflated_file("shapes/neutral.obj", square),
            deflated_file("shapes/jawOpen.obj", "v 0 -1 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"),
            deflated_file("shapes/face.mtl", "newmtl skin\nKd 1 0 0\n"),
            deflated_file("__MACOSX/shapes/._jawOpen.obj", "not a shape")};
}

Result<Rig> import_bytes(const std::vector<std::uint8_t>& bytes) {
    const test::TemporaryFolder folder;
    std::ofstream(folder.path() / "shapes.zip", std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    return import_rig(folder.path() / "shapes.zip");
}

Result<Rig> import_files(const std::vector<test::ZipEntry>& entries) {
    return import_bytes(test::zip_bytes(entries));
}

TEST(Zip, OfObjFilesIsARigWithTargetsAndMaterials) {
    const auto rig = import_files(shapes());
    ASSERT_TRUE(rig) << rig.error().message;
    EXPECT_EQ(rig->name, "shapes");
    EXPECT_THAT(rig->meshes[0].target_names, ElementsAre("jawOpen"));
    EXPECT_EQ(rig->vertex_buffers[0].targets[0].positions.at(0), glm::vec3(0, -1, 0));
    EXPECT_EQ(rig->materials.at(0).base_colour, glm::vec4(1, 0, 0, 1));
    EXPECT_TRUE(rig->report.empty()) << rig->report[0].text;
}

TEST(Zip, WithAnyByteFlippedDoesNoHarm) {
    const auto whole = test::zip_bytes(shapes());
    for (std::size_t i = 0; i < whole.size(); ++i) {
        auto spoilt = whole;
        spoilt[i] ^= 0x41;
        (void)import_bytes(spoilt);
    }
}

TEST(Zip, BombsAreNotUnpacked) {
    EXPECT_THAT(import_files({{"neutral.obj", deflated(square), 8, 0xfffffff0}}).error().message,
                HasSubstr("too much"));
    std::vector<test::ZipEntry> honest = {deflated_file("neutral.obj", square)};
    const std::string blank(std::size_t{20} << 20, '\n'); // a thousand to one, and five of them
    for (int i = 0; i < 5; ++i) honest.push_back(deflated_file("shape" + std::to_string(i) + ".obj", blank));
    const auto rig = import_files(honest);
    ASSERT_TRUE(rig) << rig.error().message;
    EXPECT_TRUE(std::ranges::any_of(
        rig->report, [](const ReportLine& line) { return line.text.find("too much") != std::string::npos; }));
}

TEST(Zip, NamesThatLeaveTheArchiveOpenNothing) {
    const auto rig = import_files(
        {deflated_file("../../../neutral.obj", std::string("mtllib ../../etc/passwd\n") + square)});
    ASSERT_TRUE(rig) << rig.error().message;
    EXPECT_THAT(rig->report.at(0).text, HasSubstr("not in the zip archive"));
}

TEST(Zip, WithoutObjFilesIsRefused) {
    EXPECT_THAT(import_files({deflated_file("notes.txt", "nothing")}).error().message,
                HasSubstr("no OBJ files"));
}

} // namespace
} // namespace mien
