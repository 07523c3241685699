// The bundled VRM avatar.
#include <algorithm>

#include <gtest/gtest.h>

#include "rig/arkit.h"
#include "tests/unit/models/bundled_rigs.h"

namespace mien::test {
namespace {

TEST(BundledVrm, SaysWhichBonesAreWhich) {
    const Rig& rig = bundled("mien-vrm");
    ASSERT_TRUE(rig.vrm);
    EXPECT_EQ(rig.vrm->version, 1);
    for (const char* bone :
         {"hips", "spine", "neck", "head", "jaw", "leftEye", "rightEye", "leftHand", "rightFoot"})
        EXPECT_TRUE(rig.vrm->bones.contains(bone)) << bone;
    EXPECT_EQ(rig.front_yaw, 0);
    EXPECT_FALSE(rig.vrm->licence.empty());
}

TEST(BundledVrm, HasPresetsAndTheChannelsAsExpressions) {
    const Rig& rig = bundled("mien-vrm");
    ASSERT_TRUE(rig.vrm);
    for (const char* preset :
         {"happy", "angry", "sad", "relaxed", "surprised", "aa", "ih", "ou", "ee", "oh", "blink", "blinkLeft",
          "blinkRight", "lookUp", "lookDown", "lookLeft", "lookRight"})
        EXPECT_TRUE(std::ranges::any_of(rig.vrm->expressions, [&](const VrmExpression& e) {
            return e.preset == preset;
        })) << preset;
    for (const std::string_view channel : channel_names)
        EXPECT_TRUE(std::ranges::any_of(rig.expressions, [&](const Expression& e) {
            return e.name == channel;
        })) << channel;
    for (const ReportLine& line : rig.report) EXPECT_NE(line.kind, ReportLine::Kind::warning) << line.text;
}

TEST(BundledVrm, StandsOnTheGround) {
    float high = 0;
    for (const glm::vec3& p : posed_mesh(bundled("mien-vrm"), "Hair", {})) high = std::max(high, p.y);
    EXPECT_NEAR(high, 1.72f, 0.04f);
}

} // namespace
} // namespace mien::test
