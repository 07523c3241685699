// EXT_meshopt_compression and KHR_draco_mesh_compression, with data packed by the libraries themselves.
#include <draco/compression/encode.h>
#include <draco/mesh/triangle_soup_mesh_builder.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <meshoptimizer.h>

#include "tests/unit/rig/import_helpers.h"

namespace mien {
namespace {

using test::Json;
using test::load;
using test::SheetRig;
using ::testing::HasSubstr;

Json& view_of(SheetRig& sheet, int accessor) {
    return sheet.json["bufferViews"][sheet.json["accessors"][accessor]["bufferView"].get<std::size_t>()];
}

/// Packs an accessor's data and leaves its view without bytes of its own.
Json& compress(SheetRig& sheet, int accessor, std::size_t count, std::size_t stride, const char* mode,
               const std::vector<std::uint8_t>& packed) {
    const int stored = sheet.add_view(packed);
    const Json place = sheet.json["bufferViews"][stored];
    sheet.json["bufferViews"].erase(static_cast<std::size_t>(stored));
    Json& view = view_of(sheet, accessor);
    view["buffer"] = 1;
    view["byteOffset"] = 0;
    view["byteLength"] = count * stride;
    sheet.json["buffers"].push_back(
        {{"byteLength", 1000}, {"extensions", {{"EXT_meshopt_compression", {{"fallback", true}}}}}});
    sheet.json["extensionsRequired"] = {"EXT_meshopt_compression"};
    Json& extension = view["extensions"]["EXT_meshopt_compression"];
    extension = {{"buffer", 0},
                 {"byteOffset", place["byteOffset"]},
                 {"byteLength", place["byteLength"]},
                 {"byteStride", stride},
                 {"count", count},
                 {"mode", mode}};
    return extension;
}

std::vector<std::uint8_t> packed_positions(SheetRig& sheet) {
    const std::size_t offset = view_of(sheet, sheet.positions)["byteOffset"];
    std::vector<std::uint8_t> packed(meshopt_encodeVertexBufferBound(9, 12));
    packed.resize(
        meshopt_encodeVertexBuffer(packed.data(), packed.size(), sheet.binary.data() + offset, 9, 12));
    return packed;
}

TEST(Meshopt, VerticesAndTrianglesAreDecoded) {
    SheetRig sheet;
    const Rig plain = load(sheet);
    std::vector<unsigned int> indices = plain.meshes[0].primitives[0].indices;
    std::vector<std::uint8_t> packed(meshopt_encodeIndexBufferBound(24, 9));
    packed.resize(meshopt_encodeIndexBuffer(packed.data(), packed.size(), indices.data(), indices.size()));
    compress(sheet, sheet.positions, 9, 12, "ATTRIBUTES", packed_positions(sheet));
    compress(sheet, sheet.indices, 24, 2, "TRIANGLES", packed);
    const Rig rig = load(sheet);
    EXPECT_EQ(rig.vertex_buffers.at(0).positions, plain.vertex_buffers[0].positions);
    const auto& decoded = rig.meshes[0].primitives[0].indices;
    ASSERT_EQ(decoded.size(), 24u);
    // The codec may turn a triangle round without changing its side.
    EXPECT_TRUE(std::ranges::is_permutation(decoded, indices));
}

TEST(Meshopt, ABombIsRefusedBeforeMemoryIsTaken) {
    SheetRig sheet;
    Json& extension = compress(sheet, sheet.positions, 9, 12, "ATTRIBUTES", packed_positions(sheet));
    extension["count"] = 1u << 30;
    EXPECT_THAT(test::refusal(sheet), HasSubstr("cannot hold 1073741824 elements"));
}

TEST(Meshopt, ANewerCodecIsNamed) {
    SheetRig sheet;
    auto packed = packed_positions(sheet);
    packed[0] = 0xa1;
    compress(sheet, sheet.positions, 9, 12, "ATTRIBUTES", packed);
    EXPECT_THAT(test::refusal(sheet), HasSubstr("codec version 1"));
}

TEST(Meshopt, IllegalLayoutsAreRefused) {
    const auto with = [](const char* key, const Json& value) {
        SheetRig sheet;
        compress(sheet, sheet.positions, 9, 12, "ATTRIBUTES", packed_positions(sheet))[key] = value;
        return test::refusal(sheet);
    };
    EXPECT_THAT(with("byteStride", 10), HasSubstr("byteStride 10"));
    EXPECT_THAT(with("byteStride", 512), HasSubstr("byteStride 512"));
    EXPECT_THAT(with("count", 0), HasSubstr("count 0"));
    EXPECT_THAT(with("mode", "TRIANGLES"), HasSubstr("does not fit"));
    EXPECT_THAT(with("mode", "SPIRALS"), HasSubstr("SPIRALS"));
    EXPECT_THAT(with("filter", "OCTAHEDRAL"), HasSubstr("does not fit"));
    EXPECT_THAT(with("filter", "COFFEE"), HasSubstr("COFFEE"));
}

TEST(Meshopt, AViewLongerThanItsDataIsRefused) {
    SheetRig sheet;
    compress(sheet, sheet.positions, 9, 12, "ATTRIBUTES", packed_positions(sheet));
    view_of(sheet, sheet.positions)["byteLength"] = 120;
    EXPECT_THAT(test::refusal(sheet), HasSubstr("decompresses to 108"));
}

/// Two triangles of a square, as a Draco stream.
std::vector<std::uint8_t> draco_square() {
    draco::TriangleSoupMeshBuilder builder;
    builder.Start(2);
    const int position = builder.AddAttribute(draco::GeometryAttribute::POSITION, 3, draco::DT_FLOAT32);
    const float corners[4][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    builder.SetAttributeValuesForFace(position, draco::FaceIndex(0), corners[0], corners[1], corners[2]);
    builder.SetAttributeValuesForFace(position, draco::FaceIndex(1), corners[0], corners[2], corners[3]);
    const auto mesh = builder.Finalize();
    draco::Encoder encoder;
    draco::EncoderBuffer buffer;
    EXPECT_TRUE(encoder.EncodeMeshToBuffer(*mesh, &buffer).ok());
    return {buffer.data(), buffer.data() + buffer.size()};
}

/// A rig whose only primitive is the square; its target stands outside the stream.
SheetRig draco_rig(const std::vector<std::uint8_t>& stream) {
    SheetRig sheet;
    sheet.json["extensionsRequired"] = {"KHR_draco_mesh_compression"};
    sheet.node(0).erase("skin");
    Json accessor = {{"componentType", 5126}, {"count", 4}, {"type", "VEC3"}};
    sheet.json["accessors"].push_back(accessor);
    const auto position = sheet.json["accessors"].size() - 1;
    const int target = sheet.add_vec3({0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0});
    sheet.primitive() = {{"attributes", {{"POSITION", position}}},
                         {"targets", Json::array({{{"POSITION", target}}})}};
    sheet.primitive()["extensions"]["KHR_draco_mesh_compression"] = {{"bufferView", sheet.add_view(stream)},
                                                                     {"attributes", {{"POSITION", 0}}}};
    sheet.mesh()["extras"]["targetNames"] = {"jawOpen"};
    return sheet;
}

TEST(Draco, VerticesAndTrianglesAreDecoded) {
    const Rig rig = load(draco_rig(draco_square()));
    const VertexBuffer& buffer = rig.vertex_buffers.at(0);
    ASSERT_EQ(buffer.positions.size(), 4u);
    EXPECT_EQ(rig.meshes[0].primitives[0].indices.size(), 6u);
    EXPECT_THAT(buffer.positions, ::testing::UnorderedElementsAre(glm::vec3(0, 0, 0), glm::vec3(1, 0, 0),
                                                                  glm::vec3(1, 1, 0), glm::vec3(0, 1, 0)));
    EXPECT_EQ(buffer.targets[0].vertices.at(0), 0u);
    EXPECT_EQ(buffer.targets[0].positions.at(0), glm::vec3(0, 0, 1)) << "in the order of the decoder";
}

TEST(Draco, OtherCountsThanTheAccessorsAreRefused) {
    SheetRig sheet = draco_rig(draco_square());
    sheet.json["accessors"][sheet.primitive()["attributes"]["POSITION"].get<std::size_t>()]["count"] = 5;
    EXPECT_THAT(test::refusal(sheet), HasSubstr("should have 5 elements"));
}

TEST(Draco, AMissingAttributeIsRefused) {
    SheetRig sheet = draco_rig(draco_square());
    sheet.primitive()["extensions"]["KHR_draco_mesh_compression"]["attributes"]["POSITION"] = 7;
    EXPECT_THAT(test::refusal(sheet), HasSubstr("no attribute 7"));
}

TEST(Draco, CutAndFlippedStreamsNeverCrash) {
    const auto stream = draco_square();
    for (std::size_t length = 0; length < stream.size(); ++length)
        (void)test::refusal(
            draco_rig({stream.begin(), stream.begin() + static_cast<std::ptrdiff_t>(length)}));
    for (std::size_t i = 0; i < stream.size(); ++i)
        for (int bit = 0; bit < 8; ++bit) {
            auto spoilt = stream;
            spoilt[i] = static_cast<std::uint8_t>(spoilt[i] ^ (1 << bit));
            (void)test::refusal(draco_rig(spoilt));
        }
}

} // namespace
} // namespace mien
