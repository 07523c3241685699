#include "solver/canonical_face.h"

#include <array>
#include <cstring>
#include <fstream>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/paths.h"

namespace mien {
namespace {

void append_varint(std::vector<std::uint8_t>& bytes, std::uint64_t value) {
    while (value >= 128) {
        bytes.push_back(static_cast<std::uint8_t>(value | 128));
        value >>= 7U;
    }
    bytes.push_back(static_cast<std::uint8_t>(value));
}

void append_float(std::vector<std::uint8_t>& bytes, float value) {
    std::uint8_t raw[4];
    std::memcpy(raw, &value, 4);
    bytes.insert(bytes.end(), raw, raw + 4);
}

/// The message that the mesh package holds, with made-up vertices: (i, 2 i, -i) / 100 cm.
std::vector<std::uint8_t> message(int vertices = canonical_point_count, bool packed = false) {
    std::vector<std::uint8_t> mesh = {0x08, 0, 0x10, 0};
    std::vector<std::uint8_t> floats;
    for (int i = 0; i < vertices; ++i) {
        for (const float value : {static_cast<float>(i) / 100, static_cast<float>(i) / 50,
                                  static_cast<float>(-i) / 100, 0.5F, 0.5F}) {
            if (!packed) mesh.push_back(0x1D);
            append_float(packed ? floats : mesh, value);
        }
    }
    if (packed) {
        mesh.push_back(0x1A);
        append_varint(mesh, floats.size());
        mesh.insert(mesh.end(), floats.begin(), floats.end());
    }
    for (const auto corner : std::to_array<std::uint8_t>({0, 1, 2})) mesh.insert(mesh.end(), {0x20, corner});
    std::vector<std::uint8_t> bytes = {0x0A};
    append_varint(bytes, mesh.size());
    bytes.insert(bytes.end(), mesh.begin(), mesh.end());
    bytes.insert(bytes.end(),
                 {0x12, 0x07, 0x08, 0x04, 0x15, 0, 0, 0, 0x3F, 0x18, 0x01}); // a basis point, a number
    return bytes;
}

TEST(CanonicalFace, VerticesComeInTheirOrder) {
    for (const bool packed : {false, true}) {
        const auto face = parse_canonical_face(message(canonical_point_count, packed), "test");
        ASSERT_TRUE(face) << face.error().message;
        ASSERT_EQ(face->points.cols(), canonical_point_count);
        EXPECT_NEAR(face->points(0, 100), 1, 1e-6);
        EXPECT_NEAR(face->points(1, 100), 2, 1e-6);
        EXPECT_NEAR(face->points(2, 467), -4.67, 1e-6);
    }
}

TEST(CanonicalFace, AnotherNumberOfVerticesIsRefusedWithTheFileNamed) {
    for (const int vertices : {0, 467, 469, 478}) {
        const auto face = parse_canonical_face(message(vertices), "models/face.binarypb");
        ASSERT_FALSE(face);
        EXPECT_EQ(face.error().code, ErrorCode::unreadable);
        EXPECT_NE(face.error().message.find("models/face.binarypb"), std::string::npos);
        EXPECT_EQ(face.error().message.find('\n'), std::string::npos);
    }
}

TEST(CanonicalFace, AFileCutAnywhereInItsMeshIsRefused) {
    const std::vector<std::uint8_t> whole = message();
    const std::size_t mesh_end = whole.size() - 11;
    for (std::size_t size = 0; size < mesh_end; ++size)
        EXPECT_FALSE(parse_canonical_face(std::span(whole).first(size), "cut")) << size;
    for (std::size_t size = mesh_end; size <= whole.size(); ++size)
        (void)parse_canonical_face(std::span(whole).first(size), "cut");
}

TEST(CanonicalFace, FlippedBytesAreReadOrRefusedButNeverGiveAnInfinitePoint) {
    const std::vector<std::uint8_t> whole = message();
    for (std::size_t i = 0; i < whole.size(); ++i) {
        for (const auto flip : std::to_array<std::uint8_t>({0x01, 0x40, 0x80, 0xFF})) {
            std::vector<std::uint8_t> flipped = whole;
            flipped[i] = static_cast<std::uint8_t>(flipped[i] ^ flip);
            const auto face = parse_canonical_face(flipped, "flipped");
            if (face) {
                ASSERT_TRUE(face->points.allFinite());
            }
        }
    }
}

TEST(CanonicalFace, AMissingFileIsUnreadable) {
    const auto face = read_canonical_face("/nonexistent/face.binarypb");
    ASSERT_FALSE(face);
    EXPECT_NE(face.error().message.find("/nonexistent/face.binarypb"), std::string::npos);
}

} // namespace
} // namespace mien
