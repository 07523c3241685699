// Lips: they part when the jaw opens and meet again when told to.
#include <algorithm>
#include <tuple>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include "tests/unit/models/bundled_rigs.h"

namespace mien::test {
namespace {

using Pair = std::pair<std::uint32_t, std::uint32_t>;

/// Vertices of upper and lower lip that touch at rest: the same place, moved differently by the opening jaw.
std::vector<Pair> touching(const Rig& rig) {
    const std::vector<glm::vec3>& rest = buffer_of(rig, "Head").positions;
    const std::vector<glm::vec3> open = posed_mesh(rig, "Head", {{"jawOpen", 1.0f}});
    std::map<std::tuple<float, float, float>, std::uint32_t> seen;
    std::vector<Pair> pairs;
    for (std::uint32_t v = 0; v < rest.size(); ++v) {
        const auto [at, fresh] = seen.emplace(std::tuple(rest[v].x, rest[v].y, rest[v].z), v);
        if (!fresh && glm::length(open[v] - open[at->second]) > 1e-4f) pairs.emplace_back(at->second, v);
    }
    return pairs;
}

float widest_gap(const std::vector<Pair>& pairs, const std::vector<glm::vec3>& positions) {
    float widest = 0;
    for (const auto& [a, b] : pairs) widest = std::max(widest, glm::length(positions[a] - positions[b]));
    return widest;
}

TEST(Lips, TouchAtRestAndPartWithTheJaw) {
    const Rig& rig = bundled("mien");
    const std::vector<Pair> pairs = touching(rig);
    EXPECT_GE(pairs.size(), 30u);
    EXPECT_LT(widest_gap(pairs, posed_mesh(rig, "Head", {})), 1e-6f);
    EXPECT_GT(widest_gap(pairs, posed_mesh(rig, "Head", {{"jawOpen", 1.0f}})), 0.02f);
}

TEST(Lips, MouthCloseShutsThemHoweverFarTheJawIsOpen) {
    const Rig& rig = bundled("mien");
    const std::vector<Pair> pairs = touching(rig);
    for (const float jaw : {0.2f, 0.5f, 0.8f, 1.0f})
        EXPECT_LT(widest_gap(pairs, posed_mesh(rig, "Head", {{"jawOpen", jaw}, {"mouthClose", jaw}})), 2e-5f)
            << jaw;
}

TEST(Lips, StayShutInExpressionsThatDoNotOpenTheMouth) {
    const Rig& rig = bundled("mien");
    const std::vector<Pair> pairs = touching(rig);
    for (const char* name :
         {"mouthSmileLeft", "mouthFrownRight", "mouthPucker", "mouthShrugUpper", "mouthShrugLower",
          "mouthDimpleLeft", "mouthStretchLeft", "cheekPuff", "mouthLeft", "browDownLeft"})
        EXPECT_LT(widest_gap(pairs, posed_mesh(rig, "Head", {{name, 1.0f}})), 8e-4f) << name;
}

TEST(Lips, OfTheBoneRigPartWithTheJawSlider) {
    const Rig& rig = bundled("mien-bones");
    const auto groups = load_face_groups(rig);
    ASSERT_TRUE(groups) << groups.error().message;
    // The same vertices as in the other rig: both come from one mesh.
    const std::vector<Pair> pairs = touching(bundled("mien"));
    EXPECT_GT(widest_gap(pairs, slid_mesh(rig, *groups, "Head", {{"jawOpen", 1.0f}})), 0.02f);
}

} // namespace
} // namespace mien::test
