#include <cmath>

#include <gtest/gtest.h>

#include "render/camera.h"
#include "tests/support/made_rigs.h"

namespace mien {
namespace {

HeadJoints joints_of(const Rig& rig) {
    HeadJoints joints;
    for (std::size_t n = 0; n < rig.nodes.size(); ++n) {
        const int index = static_cast<int>(n);
        if (rig.nodes[n].name == "Head") joints.head = index;
        if (rig.nodes[n].name == "Neck") joints.neck = index;
        if (rig.nodes[n].name == "LeftEye") joints.left_eye = index;
        if (rig.nodes[n].name == "RightEye") joints.right_eye = index;
    }
    return joints;
}

glm::vec3 projected(const Camera& camera, const glm::vec3& point, float aspect) {
    const glm::vec4 clip = camera.projection(aspect) * camera.view() * glm::vec4(point, 1);
    return glm::vec3(clip) / clip.w;
}

/// A wide sheet at the feet of the made head, so that the head is a small part of the rig.
Rig head_on_a_body() {
    Rig rig = test::make_head();
    Material cloth;
    test::add_card(
        rig, {.name = "body", .centre = {0, 0.7f, -0.1f}, .width = 1.6f, .height = 1.4f, .material = cloth});
    return rig;
}

TEST(Framing, AFaceFillsThePictureWhateverTheBody) {
    const Rig rig = head_on_a_body();
    for (const float aspect : {0.6f, 1.0f, 16.0f / 9}) {
        const Camera camera = frame_rig(rig, joints_of(rig), Framing::face, aspect);
        EXPECT_NEAR(camera.target.x, 0, 0.01f);
        EXPECT_NEAR(camera.target.y, 1.6f, 0.03f);
        const float crown = projected(camera, {0, 1.73f, 0}, aspect).y;
        const float chin = projected(camera, {0, 1.485f, 0.05f}, aspect).y;
        EXPECT_LT(crown, 1) << aspect;
        EXPECT_GT(chin, -1) << aspect;
        EXPECT_GT(crown - chin, aspect >= 1 ? 1.4f : 0.8f) << aspect;
        EXPECT_LT(projected(camera, {0.1f, 1.6f, 0}, aspect).x, 1) << aspect;
    }
}

TEST(Framing, ABustShowsTheShouldersAndFullShowsAll) {
    const Rig rig = head_on_a_body();
    const Camera bust = frame_rig(rig, joints_of(rig), Framing::bust, 1);
    EXPECT_GT(projected(bust, {0, 1.4f, 0}, 1).y, -1);
    EXPECT_LT(projected(bust, {0, 1.73f, 0}, 1).y, 1);
    EXPECT_LT(projected(bust, {0, 0.2f, 0}, 1).y, -1) << "not the feet";
    const Camera full = frame_rig(rig, joints_of(rig), Framing::full, 1);
    for (const glm::vec3 corner :
         {glm::vec3(-0.8f, 0, -0.1f), glm::vec3(0.8f, 1.4f, -0.1f), glm::vec3(0, 1.73f, 0)}) {
        EXPECT_LT(std::abs(projected(full, corner, 1).x), 1);
        EXPECT_LT(std::abs(projected(full, corner, 1).y), 1);
    }
}

TEST(Framing, UnitsDoNotMatter) {
    const Rig metres = test::make_head();
    Rig centimetres = metres;
    for (Node& node : centimetres.nodes) node.translation *= 100;
    for (VertexBuffer& buffer : centimetres.vertex_buffers)
        for (glm::vec3& position : buffer.positions) position *= 100;
    for (glm::mat4& bind : centimetres.skins[0].inverse_bind)
        bind[3] = glm::vec4(glm::vec3(bind[3]) * 100.0f, 1);
    const Camera small = frame_rig(metres, joints_of(metres), Framing::face, 1);
    const Camera large = frame_rig(centimetres, joints_of(centimetres), Framing::face, 1);
    EXPECT_NEAR(large.distance, 100 * small.distance, 0.01f * large.distance);
    EXPECT_NEAR(large.target.y, 100 * small.target.y, 0.5f);
}

TEST(Framing, ARigThatFacesBackwardsIsSeenFromItsFront) {
    Rig rig = test::make_head();
    rig.front_yaw = 3.14159265f;
    EXPECT_NEAR(frame_rig(rig, joints_of(rig), Framing::face, 1).yaw, 180, 0.01f);
}

TEST(Framing, HairToTheWaistIsNotTheFace) {
    Rig rig = test::make_head();
    const HeadJoints joints = joints_of(rig);
    test::add_card(rig, {.name = "long hair",
                         .parent = joints.head,
                         .centre = {0, -0.4f, -0.1f},
                         .width = 0.1f,
                         .height = 1,
                         .material = {}});
    const Camera camera = frame_rig(rig, joints, Framing::face, 1);
    EXPECT_GT(camera.target.y, 1.55f);
}

TEST(Framing, WithoutAHeadJointTheMorphingPartIsFramed) {
    const Rig rig = head_on_a_body();
    const Camera camera = frame_rig(rig, HeadJoints(), Framing::face, 1);
    EXPECT_GT(camera.target.y, 1.5f);
    EXPECT_LT(camera.distance, 1.5f);
}

TEST(Framing, WithoutHeadAndMorphsAllIsFramed) {
    const Rig rig = test::make_sheet({.side = 8});
    const Camera camera = frame_rig(rig, HeadJoints(), Framing::face, 1);
    EXPECT_NEAR(camera.target.x, 0, 0.01f);
    EXPECT_LT(std::abs(projected(camera, {0.5f, 0.5f, 0}, 1).x), 1);
    EXPECT_GT(std::abs(projected(camera, {0.5f, 0.5f, 0}, 1).x), 0.7f);
}

TEST(Framing, AnEmptyRigGivesTheDefaultCamera) {
    const Camera camera = frame_rig(Rig(), HeadJoints(), Framing::full, 1);
    EXPECT_EQ(camera.distance, Camera().distance);
    EXPECT_EQ(camera.target, Camera().target);
}

} // namespace
} // namespace mien
