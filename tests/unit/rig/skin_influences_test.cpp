#include "rig/import/skin_influences.h"

#include <gtest/gtest.h>

namespace mien {
namespace {

TEST(SkinInfluences, KeepTheBestFourOfEight) {
    const InfluenceSet first{{1, 2, 3, 4}, {{0.05f, 0.2f, 0.1f, 0.02f}}};
    const InfluenceSet second{{5, 6, 7, 8}, {{0.3f, 0.03f, 0.25f, 0.05f}}};
    const ReducedInfluences reduced = reduce_influences({first, second});
    EXPECT_EQ(reduced.reduced, 1u);
    EXPECT_EQ(reduced.joints[0], glm::u16vec4(5, 7, 2, 3));
    const glm::vec4 weights = reduced.weights[0];
    EXPECT_FLOAT_EQ(weights.x + weights.y + weights.z + weights.w, 1);
    EXPECT_FLOAT_EQ(weights.x, 0.3f / 0.85f);
}

TEST(SkinInfluences, AreDividedByTheirSum) {
    const ReducedInfluences reduced = reduce_influences({{{0, 1, 0, 0}, {{1, 3, 0, 0}}}});
    EXPECT_EQ(reduced.weights[0], glm::vec4(0.25f, 0.75f, 0, 0));
    EXPECT_EQ(reduced.reduced + reduced.unbound + reduced.negative, 0u);
}

TEST(SkinInfluences, WithoutWeightNameNoJoint) {
    // Exporters write any joint where the weight is 0: it must not count as used.
    const ReducedInfluences reduced = reduce_influences({{{1, 200, 300, 400}, {{1, 0, 0, 0}}}});
    EXPECT_EQ(reduced.joints[0], glm::u16vec4(1, 0, 0, 0));
}

TEST(SkinInfluences, OfAnUnboundVertexFollowTheFirstJoint) {
    const ReducedInfluences reduced = reduce_influences({{{7, 8, 9, 10}, {{0, 0, 0, 0}}}});
    EXPECT_EQ(reduced.unbound, 1u);
    EXPECT_EQ(reduced.joints[0], glm::u16vec4(0));
    EXPECT_EQ(reduced.weights[0], glm::vec4(1, 0, 0, 0));
}

TEST(SkinInfluences, BelowZeroCountAsZero) {
    const ReducedInfluences reduced = reduce_influences({{{1, 2, 0, 0}, {{0.5f, -0.5f, 0, 0}}}});
    EXPECT_EQ(reduced.negative, 1u);
    EXPECT_EQ(reduced.weights[0], glm::vec4(1, 0, 0, 0));
}

TEST(SkinInfluences, OfJointsBeyond16BitsStayOutOfRange) {
    const ReducedInfluences reduced = reduce_influences({{{65536, 0, 0, 0}, {{1, 0, 0, 0}}}});
    EXPECT_EQ(reduced.joints[0].x, 65535);
}

} // namespace
} // namespace mien
