#include "capture/tracker/rigid_face.h"

#include <cmath>
#include <cstring>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/paths.h"

namespace mien {
namespace {

using ::testing::HasSubstr;
using Bytes = std::vector<std::uint8_t>;

// Protocol buffers' wire format, for small fields.
void put_float(Bytes& bytes, int field, float value) {
    bytes.push_back(static_cast<std::uint8_t>(field << 3 | 5));
    const std::size_t at = bytes.size();
    bytes.resize(at + sizeof value);
    std::memcpy(bytes.data() + at, &value, sizeof value);
}
void put_number(Bytes& bytes, int field, std::size_t value) {
    bytes.push_back(static_cast<std::uint8_t>(field << 3));
    for (; value > 0x7F; value >>= 7U) bytes.push_back(static_cast<std::uint8_t>(value | 0x80U));
    bytes.push_back(static_cast<std::uint8_t>(value));
}
void put_message(Bytes& bytes, int field, const Bytes& message) {
    bytes.push_back(static_cast<std::uint8_t>(field << 3 | 2));
    for (std::size_t length = message.size();; length >>= 7U) {
        bytes.push_back(static_cast<std::uint8_t>((length & 0x7FU) | (length > 0x7F ? 0x80U : 0U)));
        if (length <= 0x7F) break;
    }
    bytes.insert(bytes.end(), message.begin(), message.end());
}

/// Ten vertices in space, seven of them rigid.
std::vector<std::array<float, 3>> vertices() {
    std::mt19937 random(4);
    std::uniform_real_distribution<float> spread(-8, 8);
    std::vector<std::array<float, 3>> made(10);
    for (auto& vertex : made) vertex = {spread(random), spread(random), spread(random)};
    return made;
}

Bytes geometry() {
    Bytes mesh;
    put_number(mesh, 1, 0);
    for (const auto& [x, y, z] : vertices())
        for (const float value : {x, y, z, 0.1F, 0.2F}) put_float(mesh, 3, value);
    for (const std::size_t index : {0, 1, 2}) put_number(mesh, 4, index);
    Bytes file;
    put_message(file, 1, mesh);
    for (std::size_t i = 0; i < 7; ++i) {
        Bytes weight;
        put_number(weight, 1, i);
        put_float(weight, 2, 0.5F + static_cast<float>(i) / 10);
        put_message(file, 2, weight);
    }
    put_number(file, 3, 1);
    return file;
}

// As a tracker sees it: y down, z away from the viewer, scaled, turned and moved.
std::vector<Landmark> seen(float scale, float turn) {
    std::vector<Landmark> points;
    for (const auto& [x, y, z] : vertices()) {
        const float tx = std::cos(turn) * x + std::sin(turn) * z;
        const float tz = -std::sin(turn) * x + std::cos(turn) * z;
        points.push_back({300 + scale * tx, 200 - scale * y, -scale * tz});
    }
    return points;
}

TEST(RigidFace, FitsItselfHoweverItIsTurnedScaledAndMoved) {
    const auto face = RigidFace::read(geometry(), "geometry");
    ASSERT_TRUE(face) << face.error().message;
    ASSERT_EQ(face->rigid.size(), 7U);
    for (const float turn : {0.0F, 0.6F, -2.0F, 3.1F}) EXPECT_NEAR(face->misfit(seen(12, turn)), 0, 2e-3);
}

TEST(RigidFace, TellsByHowMuchTheShapeIsAnother) {
    const auto face = RigidFace::read(geometry(), "geometry");
    ASSERT_TRUE(face);
    auto slightly = seen(10, 0.3F);
    slightly[2].x += 15;
    auto badly = seen(10, 0.3F);
    for (std::size_t i = 0; i < badly.size(); ++i) std::swap(badly[i], badly[(i * 3) % badly.size()]);
    EXPECT_GT(face->misfit(slightly), 0.02);
    EXPECT_LT(face->misfit(slightly), face->misfit(badly));
    // A mirrored face is no turned one.
    auto mirrored = seen(10, 0);
    for (Landmark& p : mirrored) p.x = -p.x;
    EXPECT_GT(face->misfit(mirrored), 0.3);
}

TEST(RigidFace, CallsPointsWithoutExtentOrNumbersTheWorstFit) {
    const auto face = RigidFace::read(geometry(), "geometry");
    ASSERT_TRUE(face);
    EXPECT_EQ(face->misfit(std::vector<Landmark>(10, Landmark{5, 5, 5})), 1);
    auto broken = seen(10, 0);
    broken[3].y = NAN;
    EXPECT_EQ(face->misfit(broken), 1);
}

TEST(RigidFace, RefusesOrSurvivesEveryCutAndEverySpoiltByte) {
    const Bytes whole = geometry();
    for (std::size_t length = 0; length < whole.size(); ++length) {
        const auto face = RigidFace::read(std::span(whole).first(length), "geometry");
        if (face) continue;
        EXPECT_THAT(face.error().message, HasSubstr("geometry"));
    }
    EXPECT_FALSE(RigidFace::read(std::span(whole).first(whole.size() / 3), "geometry"));
    for (std::size_t at = 0; at < whole.size(); ++at) {
        for (const int flip : {0x01, 0x08, 0x80, 0xFF}) {
            Bytes spoilt = whole;
            spoilt[at] = static_cast<std::uint8_t>(spoilt[at] ^ flip);
            const auto face = RigidFace::read(spoilt, "geometry");
            if (!face) continue;
            for (const auto& point : face->rigid) ASSERT_LT(point.index, 478U);
            std::vector<Landmark> points(478);
            EXPECT_LE(face->misfit(points), 1);
        }
    }
}

TEST(RigidFace, OfAMissingFileIsUnavailable) {
    const test::TemporaryFolder folder;
    const auto face = RigidFace::read_file(folder.path() / "none.binarypb");
    ASSERT_FALSE(face);
    EXPECT_EQ(face.error().code, ErrorCode::unavailable);
    EXPECT_THAT(face.error().message, HasSubstr("models/fetch"));
}

} // namespace
} // namespace mien
