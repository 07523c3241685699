#include "rig/import/import.h"

#include <algorithm>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rig/deform.h"
#include "rig/skeleton.h"
#include "tests/support/glb_builder.h"
#include "tests/support/paths.h"

namespace mien {
namespace {

using test::SheetRig;
using ::testing::HasSubstr;

Result<Rig> import(const std::vector<std::uint8_t>& bytes) {
    return import_gltf(bytes, "test.glb", {});
}

std::string warnings(const Rig& rig) {
    std::string all;
    for (const ReportLine& line : rig.report)
        if (line.kind == ReportLine::Kind::warning) all += line.text + "\n";
    return all;
}

TEST(GltfImport, ReadsMorphTargetsSkinAndAnimationOfAGlb) {
    const auto rig = import(SheetRig().glb());
    ASSERT_TRUE(rig) << rig.error().message;
    ASSERT_EQ(rig->meshes.size(), 1u);
    EXPECT_THAT(rig->meshes[0].target_names, ::testing::ElementsAre("jawOpen", "eyeBlinkLeft"));
    ASSERT_EQ(rig->vertex_buffers.size(), 1u);
    const VertexBuffer& buffer = rig->vertex_buffers[0];
    EXPECT_EQ(buffer.positions.size(), 9u);
    EXPECT_EQ(buffer.normals.size(), 9u) << "missing normals are computed";
    EXPECT_THAT(buffer.targets[0].vertices, ::testing::ElementsAre(0, 1, 2))
        << "only touched vertices are kept";
    EXPECT_EQ(buffer.targets[1].vertices.size(), 9u) << "the first column turns its normals only";
    EXPECT_EQ(rig->skins[0].joints, (std::vector<int>{1, 2}));
    EXPECT_EQ(rig->animations[0].duration, 1);
    EXPECT_EQ(rig->expressions.size(), 2u);
    EXPECT_EQ(warnings(*rig), "");
}

TEST(GltfImport, ReadsTheSameFromADataUri) {
    const SheetRig sheet;
    const auto glb = import(sheet.glb());
    const auto gltf = import(sheet.gltf());
    ASSERT_TRUE(glb && gltf);
    EXPECT_EQ(glb->vertex_buffers[0].positions, gltf->vertex_buffers[0].positions);
}

TEST(GltfImport, FollowsAUriToAFileBesideIt) {
    const test::TemporaryFolder folder;
    const SheetRig sheet;
    const auto write = [&](const char* name, const std::vector<std::uint8_t>& bytes) {
        std::ofstream(folder.path() / name, std::ios::binary)
            .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    };
    write("a sheet.bin", sheet.binary);
    write("sheet.gltf", sheet.gltf("a%20sheet.bin"));
    const auto rig = import_rig(folder.path() / "sheet.gltf");
    ASSERT_TRUE(rig) << rig.error().message;
    EXPECT_EQ(rig->name, "sheet");
    EXPECT_EQ(rig->path, folder.path() / "sheet.gltf");
}

TEST(GltfImport, SharesOneVertexBufferAmongPrimitivesOfTheSameAttributes) {
    SheetRig sheet;
    sheet.mesh()["primitives"].push_back(sheet.primitive());
    const auto rig = import(sheet.glb());
    ASSERT_TRUE(rig);
    EXPECT_EQ(rig->meshes[0].primitives.size(), 2u);
    EXPECT_EQ(rig->vertex_buffers.size(), 1u);
}

TEST(GltfImport, RefusesACutFileAtEveryLength) {
    const auto whole = SheetRig().glb();
    for (std::size_t length = 0; length < whole.size(); ++length) {
        const auto rig = import({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)});
        ASSERT_FALSE(rig) << "cut at " << length;
        ASSERT_EQ(rig.error().code, ErrorCode::unreadable) << "cut at " << length;
        ASSERT_THAT(rig.error().message, HasSubstr("test.glb"));
    }
}

TEST(GltfImport, SurvivesEveryFlippedByte) {
    const auto whole = SheetRig().glb();
    for (std::size_t i = 0; i < whole.size(); ++i)
        for (const int mask : {0x01, 0x80, 0xff}) {
            auto spoilt = whole;
            spoilt[i] = static_cast<std::uint8_t>(spoilt[i] ^ mask);
            const auto rig = import(spoilt);
            if (!rig) continue;
            // What loads can be evaluated.
            for (const auto& primitive : deform(*rig, evaluate(*rig, rest_pose(*rig))))
                ASSERT_EQ(primitive.positions.size(), primitive.normals.size());
        }
}

} // namespace
} // namespace mien
