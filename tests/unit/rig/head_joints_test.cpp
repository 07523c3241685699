#include <gtest/gtest.h>

#include "rig/skeleton.h"
#include "tests/unit/rig/small_rig.h"

namespace mien {
namespace {

using test::skeleton;

/// The names found, for a readable comparison.
std::string found(const Rig& rig) {
    const HeadJoints joints = find_head_joints(rig);
    std::string text;
    for (const int node : {joints.neck, joints.head, joints.jaw, joints.left_eye, joints.right_eye})
        text += (text.empty() ? "" : ", ") +
                (node == no_index ? "-" : rig.nodes[static_cast<std::size_t>(node)].name);
    return text;
}

TEST(HeadJoints, AreFoundByTheNamesOfManyMakers) {
    EXPECT_EQ(found(skeleton({{"mixamorig:Spine2", -1},
                              {"mixamorig:Neck", 0},
                              {"mixamorig:Head", 1},
                              {"mixamorig:HeadTop_End", 2},
                              {"mixamorig:LeftEye", 2},
                              {"mixamorig:RightEye", 2}})),
              "mixamorig:Neck, mixamorig:Head, -, mixamorig:LeftEye, mixamorig:RightEye");
    EXPECT_EQ(
        found(skeleton(
            {{"J_Bip_C_Neck", -1}, {"J_Bip_C_Head", 0}, {"J_Adj_L_FaceEye", 1}, {"J_Adj_R_FaceEye", 1}})),
        "J_Bip_C_Neck, J_Bip_C_Head, -, J_Adj_L_FaceEye, J_Adj_R_FaceEye");
    EXPECT_EQ(
        found(skeleton({{"neck", -1}, {"head", 0}, {"jaw", 1}, {"eye.L", 1}, {"eye.R", 1}, {"eyelid.L", 1}})),
        "neck, head, jaw, eye.L, eye.R");
    EXPECT_EQ(found(skeleton({{"CC_Base_NeckTwist01", -1},
                              {"CC_Base_Head", 0},
                              {"CC_Base_JawRoot", 1},
                              {"CC_Base_L_Eye", 1},
                              {"CC_Base_R_Eye", 1}})),
              "CC_Base_NeckTwist01, CC_Base_Head, CC_Base_JawRoot, CC_Base_L_Eye, CC_Base_R_Eye");
    EXPECT_EQ(
        found(skeleton({{"Bip01 Neck", -1}, {"Bip01 Head", 0}, {"Bip01 HeadNub", 1}, {"Bip01 Jaw", 1}})),
        "Bip01 Neck, Bip01 Head, Bip01 Jaw, -, -");
}

TEST(HeadJoints, AreNotFoundInLegsAndHair) {
    EXPECT_EQ(
        found(skeleton({{"Hips", -1}, {"LeftLeg", 0}, {"HairLeft", 0}, {"EyebrowLeft", 0}, {"Necklace", 0}})),
        "-, -, -, -, -");
}

TEST(HeadJoints, TheNeckIsTheOneBelowTheHead) {
    EXPECT_EQ(found(skeleton({{"Neck1", -1}, {"Neck2", 0}, {"Head", 1}})), "Neck2, Head, -, -, -");
}

TEST(HeadJoints, EyesAreToldApartByWhereTheyStand) {
    Rig rig = skeleton({{"head", -1}, {"eyeLeft", 0}, {"eyeRight", 0}});
    rig.nodes[1].translation.x = -0.03f; // the viewer's left
    rig.nodes[2].translation.x = 0.03f;
    EXPECT_EQ(found(rig), "-, head, -, eyeRight, eyeLeft");
    rig.front_yaw = 3.14159265f;
    EXPECT_EQ(found(rig), "-, head, -, eyeLeft, eyeRight");
}

TEST(HeadJoints, AMeshCalledHeadBesideItsEyesIsNoJoint) {
    Rig rig = skeleton({{"group", -1}, {"head", 0}, {"eyeLeft", 0}, {"eyeRight", 0}});
    rig.skins.clear();
    rig.nodes[2].translation.x = 0.03f;
    EXPECT_EQ(found(rig), "-, -, -, eyeLeft, eyeRight");
}

TEST(HeadJoints, WhatTheVrmFileSaysGoesFirst) {
    Rig rig = skeleton({{"neck", -1}, {"head", 0}, {"bone7", 1}});
    rig.vrm = VrmData{};
    rig.vrm->bones = {{"head", 2}};
    EXPECT_EQ(found(rig), "neck, bone7, -, -, -");
}

} // namespace
} // namespace mien
