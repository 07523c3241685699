#include "rig/skeleton.h"

#include <numbers>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include "tests/unit/rig/import_helpers.h"
#include "tests/unit/rig/small_rig.h"

namespace mien {
namespace {

using test::add_node;
using test::load;
using test::SheetRig;

constexpr float quarter = std::numbers::pi_v<float> / 2;
const glm::vec3 x_axis(1, 0, 0);
const glm::vec3 y_axis(0, 1, 0);
const glm::vec3 z_axis(0, 0, 1);

/// Where a node's own point is in the world.
glm::vec3 place(const PosedRig& pose, int node, const glm::vec3& point = glm::vec3(0)) {
    return glm::vec3(pose.world[static_cast<std::size_t>(node)] * glm::vec4(point, 1));
}

void expect_near(const glm::vec3& a, const glm::vec3& b, float tolerance = 1e-5f) {
    EXPECT_LT(glm::distance(a, b), tolerance)
        << a.x << " " << a.y << " " << a.z << " is not " << b.x << " " << b.y << " " << b.z;
}

/// Hips, then neck 1 up, head 1 up from that, eyes in front of it; the joints' own axes are turned.
struct HeadRig {
    Rig rig;
    HeadJoints joints;
    HeadRig() {
        const int hips = add_node(rig, "hips", no_index);
        rig.nodes[0].rotation = glm::angleAxis(quarter, x_axis);
        joints.neck = add_node(rig, "neck", hips, {0, 0, -1}); // up, in the hips' turned axes
        rig.nodes[1].rotation = glm::angleAxis(-quarter, x_axis);
        joints.head = add_node(rig, "head", joints.neck, {0, 1, 0});
        rig.nodes[2].rotation = glm::angleAxis(quarter, z_axis);
        joints.left_eye = add_node(rig, "left eye", joints.head, {0, -0.1f, 0.2f});
        joints.right_eye = add_node(rig, "right eye", joints.head, {0, 0.1f, 0.2f});
    }
    [[nodiscard]] PosedRig pose(const RigControls& controls, const FaceGroups& groups = {}) const {
        return pose_rig(rig, groups, joints, controls);
    }
};

TEST(Evaluate, MultipliesTransformsDownTheTree) {
    const HeadRig head;
    const PosedRig rest = evaluate(head.rig, rest_pose(head.rig));
    expect_near(place(rest, head.joints.neck), {0, 1, 0});
    expect_near(place(rest, head.joints.head), {0, 2, 0});
    expect_near(place(rest, head.joints.left_eye), {0.1f, 2, 0.2f});
}

TEST(Evaluate, TakesAShearedMatrixAsItIsUntilThePoseChanges) {
    SheetRig sheet;
    sheet.node(2) = {{"name", "tip"}, {"matrix", {1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 0, 0.1, 0, 1}}};
    const Rig rig = load(sheet);
    ASSERT_TRUE(rig.nodes[2].matrix);
    LocalPose pose = rest_pose(rig);
    expect_near(place(evaluate(rig, pose), 2, y_axis), {0.5f, 1.1f, 0});
    pose.changed[2] = true;
    pose.translation[2] = glm::vec3(0, 7, 0);
    expect_near(place(evaluate(rig, pose), 2), {0, 7, 0});
}

TEST(Evaluate, TakesAMatrixApartWhereThatIsExact) {
    SheetRig sheet;
    sheet.node(2) = {{"name", "tip"}, {"matrix", {0, 2, 0, 0, -2, 0, 0, 0, 0, 0, -2, 0, 1, 2, 3, 1}}};
    const Rig rig = load(sheet);
    EXPECT_FALSE(rig.nodes[2].matrix) << "a turn and a mirroring scale";
    expect_near(place(evaluate(rig, rest_pose(rig)), 2, z_axis), {1, 2, 1});
    expect_near(place(evaluate(rig, rest_pose(rig)), 2, x_axis), {1, 4, 3});
}

TEST(PoseRig, WithoutControlsIsTheRestPose) {
    const HeadRig head;
    EXPECT_EQ(head.pose({}).world, evaluate(head.rig, rest_pose(head.rig)).world);
}

TEST(PoseRig, TheHeadTurnsByWhatIsAskedHoweverItsAxesPoint) {
    const HeadRig head;
    RigControls controls;
    controls.head = glm::angleAxis(glm::radians(50.0f), y_axis); // to the performer's left, image right
    const PosedRig pose = head.pose(controls);
    // The head's forward, which its own axes call +z, goes towards +x by the whole angle.
    const glm::vec3 forward = place(pose, head.joints.head, z_axis) - place(pose, head.joints.head);
    expect_near(forward, {std::sin(glm::radians(50.0f)), 0, std::cos(glm::radians(50.0f))});
    // Two fifths of it in the neck: its forward is +z of its own axes too.
    const glm::vec3 neck = place(pose, head.joints.neck, z_axis) - place(pose, head.joints.neck);
    expect_near(neck, {std::sin(glm::radians(20.0f)), 0, std::cos(glm::radians(20.0f))});
}

TEST(PoseRig, ARigThatFacesBackwardsNodsForwardsAllTheSame) {
    HeadRig head;
    head.rig.front_yaw = std::numbers::pi_v<float>;
    RigControls controls;
    controls.head = glm::angleAxis(glm::radians(30.0f), x_axis); // looks down
    const PosedRig pose = head.pose(controls);
    const glm::vec3 forward = place(pose, head.joints.head, -z_axis) - place(pose, head.joints.head);
    expect_near(forward, {0, -std::sin(glm::radians(30.0f)), -std::cos(glm::radians(30.0f))});
}

TEST(PoseRig, EyesTurnAgainstTheHead) {
    const HeadRig head;
    RigControls controls;
    controls.left_eye = glm::angleAxis(glm::radians(25.0f), y_axis);
    const PosedRig pose = head.pose(controls);
    const glm::vec3 gaze = place(pose, head.joints.left_eye, z_axis) - place(pose, head.joints.left_eye);
    expect_near(gaze, {std::sin(glm::radians(25.0f)), 0, std::cos(glm::radians(25.0f))});
    const glm::vec3 other = place(pose, head.joints.right_eye, z_axis) - place(pose, head.joints.right_eye);
    expect_near(other, z_axis);
}

TEST(PoseRig, ARigWithoutHeadJointTurnsAsAWholeAboutItsMiddle) {
    Rig rig;
    const int node = add_node(rig, "face", no_index, {0, 3, 1});
    HeadJoints joints;
    joints.centre = {0, 3, 0};
    RigControls controls;
    controls.head = glm::angleAxis(quarter, y_axis);
    controls.head_offset = {0, 0, 0.5f};
    expect_near(place(pose_rig(rig, {}, joints, controls), node), {1, 3, 0.5f});
}

TEST(PoseRig, ExpressionsGoFromTheRestWeightTowardsOneAndAddUp) {
    SheetRig sheet;
    sheet.mesh()["weights"] = {0.5, 0};
    Rig rig = load(sheet);
    rig.expressions.push_back({"both", {{0, 0, 0.5f}, {0, 1, 1}}, no_index});
    RigControls controls;
    controls.expressions = {0.4f, 0.25f, 0.5f};
    const auto weights = pose_rig(rig, {}, {}, controls).morph_weights[0];
    EXPECT_FLOAT_EQ(weights[0], 0.5f + (0.4f + 0.5f * 0.5f) * 0.5f);
    EXPECT_FLOAT_EQ(weights[1], 0.75f);
    controls.expressions = {1};
    EXPECT_FLOAT_EQ(pose_rig(rig, {}, {}, controls).morph_weights[0][0], 1) << "full is full";
}

FaceGroups one_slider(std::vector<FaceBone> bones, float rest = 0) {
    return {{{"Mouth", {{"Jaw open", rest, std::move(bones)}}}}};
}

TEST(PoseRig, SlidersMoveBonesRelativeToTheirRest) {
    const HeadRig head;
    const FaceGroups groups = one_slider({{"", 3, BoneChannel::position_y, 0, 0.5f},
                                          {"", 3, BoneChannel::scale_z, 1, 3},
                                          {"", 3, BoneChannel::rotation_x, 0, 90}});
    const PosedRig rest = head.pose({}, groups);
    EXPECT_EQ(rest.world, evaluate(head.rig, rest_pose(head.rig)).world) << "start changes nothing";
    RigControls controls;
    controls.sliders = {1};
    const PosedRig pose = head.pose(controls, groups);
    LocalPose wanted = rest_pose(head.rig);
    wanted.translation[3].y += 0.5f;
    wanted.scale[3].z = 3;
    wanted.rotation[3] = glm::angleAxis(quarter, x_axis);
    expect_near(place(pose, 3, {1, 2, 3}), place(evaluate(head.rig, wanted), 3, {1, 2, 3}));
}

TEST(PoseRig, ASliderThatIsNotGivenStandsAtItsRest) {
    const HeadRig head;
    const FaceGroups groups = one_slider({{"", 3, BoneChannel::position_x, -1, 1}}, 0.5f);
    EXPECT_EQ(head.pose({}, groups).world, evaluate(head.rig, rest_pose(head.rig)).world);
}

TEST(PoseRig, ThePartsOrderDoesNotMatter) {
    const HeadRig head;
    const FacePart a{"a", 1, {{"", 3, BoneChannel::rotation_x, 0, 40}, {"", 3, BoneChannel::scale_x, 1, 2}}};
    const FacePart b{"b", 1, {{"", 3, BoneChannel::rotation_y, 0, 70}, {"", 3, BoneChannel::scale_x, 1, 3}}};
    const PosedRig ab = head.pose({}, {{{"g", {a, b}}}});
    const PosedRig ba = head.pose({}, {{{"g", {b, a}}}});
    expect_near(place(ab, 3, {1, 2, 3}), place(ba, 3, {1, 2, 3}), 1e-6f);
}

TEST(PoseRig, BonesThatTheRigLacksAreLeftOut) {
    const HeadRig head;
    RigControls controls;
    controls.sliders = {1};
    const FaceGroups groups = one_slider({{"gone", no_index, BoneChannel::rotation_x, 0, 90}});
    EXPECT_EQ(head.pose(controls, groups).world, head.pose({}).world);
}

} // namespace
} // namespace mien
