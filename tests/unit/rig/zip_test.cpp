// Zip archives of OBJ files: what is in them, and what they may not do.
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include "rig/import/import.h"
#include "rig/import/obj/zip_archive.h"
#include "tests/support/paths.h"

namespace mien {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string number(std::uint64_t value, std::size_t bytes) {
    std::string text;
    for (std::size_t i = 0; i < bytes; ++i) text += static_cast<char>(value >> (8 * i) & 0xff);
    return text;
}

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

/// Writes archives; `claimed` is the size that the list states.
class ZipWriter {
public:
    void add(const std::string& name, const std::string& text, std::uint64_t claimed, bool packed = true) {
        const std::string data = packed ? deflated(text) : text;
        const std::string sizes = number(data.size(), 4) + number(claimed, 4);
        const std::string method = number(packed ? 8 : 0, 2);
        list_ += number(0x02014b50, 4) + number(20, 2) + number(20, 2) + number(0, 2) + method +
                 number(0, 8) + sizes + number(name.size(), 2) + number(0, 12) + number(files_.size(), 4) +
                 name;
        files_ += number(0x04034b50, 4) + number(20, 2) + number(0, 2) + method + number(0, 8) + sizes +
                  number(name.size(), 2) + number(0, 2) + name + data;
        ++count_;
    }
    void add(const std::string& name, const std::string& text) { add(name, text, text.size()); }
    [[nodiscard]] std::string bytes() const {
        return files_ + list_ + number(0x06054b50, 4) + number(0, 4) + number(count_, 2) + number(count_, 2) +
               number(list_.size(), 4) + number(files_.size(), 4) + number(0, 2);
    }

private:
    std::string files_, list_;
    std::size_t count_ = 0;
};

constexpr const char* square =
    "mtllib face.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nusemtl skin\nf 1 2 3 4\n";

ZipWriter shapes() {
    ZipWriter zip;
    zip.add("shapes/neutral.obj", square);
    zip.add("shapes/jawOpen.obj", "v 0 -1 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n");
    zip.add("shapes/face.mtl", "newmtl skin\nKd 1 0 0\n");
    zip.add("__MACOSX/shapes/._jawOpen.obj", "not a shape");
    return zip;
}

Result<Rig> import_bytes(const std::string& bytes) {
    const test::TemporaryFolder folder;
    std::ofstream(folder.path() / "shapes.zip", std::ios::binary) << bytes;
    return import_rig(folder.path() / "shapes.zip");
}

TEST(Zip, OfObjFilesIsARigWithTargetsAndMaterials) {
    const auto rig = import_bytes(shapes().bytes());
    ASSERT_TRUE(rig) << rig.error().message;
    EXPECT_EQ(rig->name, "shapes");
    EXPECT_THAT(rig->meshes[0].target_names, ElementsAre("jawOpen"));
    EXPECT_EQ(rig->vertex_buffers[0].targets[0].positions.at(0), glm::vec3(0, -1, 0));
    EXPECT_EQ(rig->materials.at(0).base_colour, glm::vec4(1, 0, 0, 1));
    EXPECT_TRUE(rig->report.empty()) << rig->report[0].text;
}

TEST(Zip, CutAtAnyLengthIsRefused) {
    const std::string whole = shapes().bytes();
    for (std::size_t length = 0; length < whole.size(); ++length) {
        const auto cut = whole.substr(0, length);
        EXPECT_FALSE(ZipArchive::open({reinterpret_cast<const std::uint8_t*>(cut.data()), cut.size()}))
            << length;
    }
}

TEST(Zip, WithAnyByteFlippedDoesNoHarm) {
    const std::string whole = shapes().bytes();
    for (std::size_t i = 0; i < whole.size(); ++i) {
        std::string spoilt = whole;
        spoilt[i] = static_cast<char>(spoilt[i] ^ 0x41);
        (void)import_bytes(spoilt);
    }
}

TEST(Zip, BombsAreNotUnpacked) {
    ZipWriter zip;
    zip.add("neutral.obj", square, 0xfffffff0);
    EXPECT_THAT(import_bytes(zip.bytes()).error().message, HasSubstr("too much"));
    ZipWriter honest; // a thousand to one, and five of them
    honest.add("neutral.obj", square);
    const std::string blank(std::size_t{20} << 20, '\n');
    for (int i = 0; i < 5; ++i) honest.add("shape" + std::to_string(i) + ".obj", blank);
    const auto rig = import_bytes(honest.bytes());
    ASSERT_TRUE(rig) << rig.error().message;
    EXPECT_TRUE(std::ranges::any_of(
        rig->report, [](const ReportLine& line) { return line.text.find("too much") != std::string::npos; }));
}

TEST(Zip, NamesThatLeaveTheArchiveOpenNothing) {
    ZipWriter zip;
    zip.add("../../../neutral.obj", std::string("mtllib ../../etc/passwd\n") + square);
    const auto rig = import_bytes(zip.bytes());
    ASSERT_TRUE(rig) << rig.error().message;
    EXPECT_THAT(rig->report.at(0).text, HasSubstr("not in the zip archive"));
}

TEST(Zip, WithoutObjFilesIsRefused) {
    ZipWriter zip;
    zip.add("notes.txt", "nothing");
    EXPECT_THAT(import_bytes(zip.bytes()).error().message, HasSubstr("no OBJ files"));
}

} // namespace
} // namespace mien
