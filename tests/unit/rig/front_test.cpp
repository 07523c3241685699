#include "rig/front.h"

#include <numbers>

#include <gtest/gtest.h>

#include "tests/unit/rig/import_helpers.h"
#include "tests/unit/rig/small_rig.h"

namespace mien {
namespace {

using test::load;
using test::SheetRig;

constexpr float pi = std::numbers::pi_v<float>;

/// A head: 9 points on a circle round the y axis; the expressions move those near `front` (radians).
SheetRig head_with_face_at(float front) {
    SheetRig sheet;
    std::vector<float> positions, deltas;
    for (int i = 0; i < 9; ++i) {
        const float angle = 2 * pi * static_cast<float>(i) / 8;
        const bool centre = i == 8;
        positions.insert(positions.end(), {centre ? 0 : std::sin(angle), 0, centre ? 0 : std::cos(angle)});
        const bool in_front = !centre && std::cos(angle - front) > 0.6f;
        deltas.insert(deltas.end(), {0, in_front ? 0.1f : 0, 0});
    }
    sheet.node(0).erase("skin");
    sheet.primitive()["attributes"] = {{"POSITION", sheet.add_vec3(positions)}};
    sheet.primitive()["targets"][0]["POSITION"] = sheet.add_vec3(deltas);
    sheet.primitive()["targets"][1]["POSITION"] = sheet.primitive()["targets"][0]["POSITION"];
    sheet.mesh()["extras"]["targetNames"] = {"mouthPucker", "browInnerUp"};
    return sheet;
}

TEST(Front, IsWhereExpressionsMoveTheHead) {
    EXPECT_FLOAT_EQ(load(head_with_face_at(0)).front_yaw, 0);
    EXPECT_FLOAT_EQ(load(head_with_face_at(pi)).front_yaw, pi);
    EXPECT_FLOAT_EQ(load(head_with_face_at(pi / 2)).front_yaw, pi / 2);
    EXPECT_FLOAT_EQ(load(head_with_face_at(-pi / 2)).front_yaw, -pi / 2);
}

TEST(Front, IsPlusZWhereNothingSaysOtherwise) {
    EXPECT_EQ(guess_front_yaw(Rig{}), 0);
    EXPECT_EQ(load(SheetRig()).front_yaw, 0) << "one lid says nothing about the middle";
}

TEST(Front, IsWhereTheEyesStandBeforeTheHeadsJoint) {
    Rig rig = test::skeleton({{"head", -1}, {"eye.L", 0}, {"eye.R", 0}});
    rig.nodes[1].translation = {0.03f, 0.05f, -0.1f};
    rig.nodes[2].translation = {-0.03f, 0.05f, -0.1f};
    EXPECT_FLOAT_EQ(guess_front_yaw(rig), pi);
}

} // namespace
} // namespace mien
