// Where the pupils go when the performer looks somewhere: each eye by itself, whatever its joint's own axes.
#include <cmath>
#include <optional>
#include <tuple>

#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include "rig/deform.h"
#include "rig/import/import.h"
#include "tests/support/made_rigs.h"
#include "tests/support/paths.h"
#include "tests/unit/solver/rigs_with_names.h"

namespace mien {
namespace {

bool below(const Rig& rig, int node, int ancestor) {
    for (; node != no_index; node = rig.nodes[static_cast<std::size_t>(node)].parent)
        if (node == ancestor) return true;
    return false;
}

/// Whether most of a vertex turns with an eye joint.
bool hangs_on(const Rig& rig, const DeformedPrimitive& primitive, std::size_t vertex, int eye) {
    const Node& node = rig.nodes[static_cast<std::size_t>(primitive.node)];
    if (node.skin == no_index) return below(rig, primitive.node, eye);
    const Primitive& drawn = rig.meshes[static_cast<std::size_t>(primitive.mesh)]
                                 .primitives[static_cast<std::size_t>(primitive.primitive)];
    const VertexBuffer& buffer = rig.vertex_buffers[static_cast<std::size_t>(drawn.vertices)];
    float share = 0;
    if (vertex < buffer.joints.size())
        for (int k = 0; k < 4; ++k)
            if (rig.skins[static_cast<std::size_t>(node.skin)].joints[buffer.joints[vertex][k]] == eye)
                share += buffer.joint_weights[vertex][k];
    return share > 0.5F;
}

/// How far the foremost point of an eye goes, in the face's own frame (x to the performer's left, y up),
/// when the performer looks so. Nothing where no vertex hangs on the eye.
std::optional<glm::vec3> pupil_moved(const Rig& rig, const HeadJoints& joints, int eye,
                                     const FaceState& look) {
    const Mapping mapping = guess_mapping(rig, {}, joints);
    const auto shape = [&](const FaceState& state) {
        return deform(rig, pose_rig(rig, {}, joints, retarget(state, mapping, rig, {})));
    };
    const auto rest = shape({});
    const auto turned = shape(look);
    const glm::quat to_face = glm::angleAxis(-rig.front_yaw, glm::vec3(0, 1, 0));
    std::optional<glm::vec3> moved;
    float foremost = 0;
    for (std::size_t p = 0; p < rest.size(); ++p)
        for (std::size_t v = 0; v < rest[p].positions.size(); ++v) {
            if (!hangs_on(rig, rest[p], v, eye)) continue;
            const float depth = (to_face * rest[p].positions[v]).z;
            if (moved && depth <= foremost) continue;
            foremost = depth;
            moved = to_face * (turned[p].positions[v] - rest[p].positions[v]);
        }
    return moved;
}

const FaceState looks_left = test::face({{"eyeLookOutLeft", 0.8F}, {"eyeLookInRight", 0.8F}});
const FaceState looks_up = test::face({{"eyeLookUpLeft", 0.8F}, {"eyeLookUpRight", 0.8F}});

void expect_pupils_follow(const Rig& rig) {
    const HeadJoints joints = find_head_joints(rig);
    ASSERT_NE(joints.left_eye, no_index);
    ASSERT_NE(joints.right_eye, no_index);
    for (const int eye : {joints.left_eye, joints.right_eye}) {
        const auto left = pupil_moved(rig, joints, eye, looks_left);
        const auto up = pupil_moved(rig, joints, eye, looks_up);
        if (!left || !up) continue; // a rig of bones without eyeballs
        EXPECT_GT(left->x, 1e-4F) << "to the performer's left";
        EXPECT_GT(left->x, std::abs(left->y)) << "and not up or down";
        EXPECT_GT(up->y, 1e-4F) << "up";
        EXPECT_GT(up->y, std::abs(up->x)) << "and not aside";
    }
}

TEST(GazeProbe, BothPupilsFollowTheLook) { // FAULTS D13
    const Rig rig = test::make_head();
    const HeadJoints joints = find_head_joints(rig);
    ASSERT_TRUE(pupil_moved(rig, joints, joints.left_eye, looks_left).has_value());
    expect_pupils_follow(rig);
}

TEST(GazeProbe, AnEyeWhoseJointIsTurnedAnyWayFollowsToo) { // FAULTS D13
    for (const auto& [axis, degrees] : {std::pair{glm::vec3(0, 0, 1), 180.0F},
                                        {glm::vec3(1, 0, 0), 90.0F},
                                        {glm::vec3(1, 1, 0.3F), 140.0F}}) {
        Rig rig = test::make_head();
        const int eye = find_head_joints(rig).right_eye;
        // The joint is turned; what hangs on it is turned back and stays where it was.
        const glm::quat turn = glm::angleAxis(glm::radians(degrees), glm::normalize(axis));
        Node& joint = rig.nodes[static_cast<std::size_t>(eye)];
        joint.rotation = joint.rotation * turn;
        if (joint.mesh != no_index)
            for (const Primitive& primitive : rig.meshes[static_cast<std::size_t>(joint.mesh)].primitives)
                for (glm::vec3& position :
                     rig.vertex_buffers[static_cast<std::size_t>(primitive.vertices)].positions)
                    position = glm::conjugate(turn) * position;
        expect_pupils_follow(rig);
    }
}

TEST(GazeProbe, PupilsOfEveryRigFollowTheLook) {
    MIEN_NEEDS_SHARED("data/rigs");
    for (const char* name : {"facecap.glb", "made_brunette_draco.glb", "rpm_female_hijab.glb",
                             "rpm_female_wass08.glb", "rpm_male_talking_avatar.glb",
                             "talkinghead_vroid_meshopt.glb", "vrm/made_vrm1_meshopt_perfectsync.vrm",
                             "vrm/vrm1_blender_example.vrm", "vrm/vrm1_debug_robot.vrm"}) {
        SCOPED_TRACE(name);
        const auto rig = import_rig(test::shared_dir() / "data/rigs" / name);
        ASSERT_TRUE(rig.has_value()) << rig.error().message;
        expect_pupils_follow(*rig);
    }
}

} // namespace
} // namespace mien
