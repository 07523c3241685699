#include "rig/mirror_bones.h"

#include <array>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rig/name_words.h"
#include "rig/skeleton.h"
#include "rig/transform.h"
#include "tests/unit/rig/small_rig.h"

namespace mien {
namespace {

using enum BoneChannel;
using ::testing::ElementsAre;

TEST(WithOtherSide, ExchangesTheOneWordThatMeansASide) {
    const std::array<std::array<const char*, 2>, 12> pairs = {{{"LeftEye", "RightEye"},
                                                               {"leftEye", "rightEye"},
                                                               {"Eye_L", "Eye_R"},
                                                               {"eye.l", "eye.r"},
                                                               {"DEF-lip.T.L.001", "DEF-lip.T.R.001"},
                                                               {"Bip01 L Eyelid", "Bip01 R Eyelid"},
                                                               {"J_Adj_L_FaceEye", "J_Adj_R_FaceEye"},
                                                               {"FacialC_LEFT", "FacialC_RIGHT"},
                                                               {"mouthSmileLeft", "mouthSmileRight"},
                                                               {"Smile left", "Smile right"},
                                                               {"mixamorig:LeftEye", "mixamorig:RightEye"},
                                                               {"CC_Base_L_Eye", "CC_Base_R_Eye"}}};
    for (const auto& [left, right] : pairs) {
        EXPECT_EQ(with_other_side(left), right);
        EXPECT_EQ(with_other_side(right), left);
    }
    for (const char* name : {"Jaw", "Bright", "LeftToRight", "", "Lip"})
        EXPECT_EQ(with_other_side(name), std::nullopt) << name;
}

/// A head with a jaw, eyes, brows and two cheek bones whose names say nothing of a side; every bone with its
/// own rest rotation, the right ones' not those of the left.
Rig face_rig(float front) {
    Rig rig = test::skeleton({{"Head", -1},
                              {"Jaw", 0},
                              {"LeftEye", 0},
                              {"RightEye", 0},
                              {"Brow.L", 0},
                              {"Brow.R", 0},
                              {"cheek01", 0},
                              {"cheek02", 0}});
    rig.front_yaw = front;
    const glm::quat turn = glm::angleAxis(front, glm::vec3(0, 1, 0));
    const std::array<glm::vec3, 8> places = {{{0, 1.6f, 0},
                                              {0, -0.03f, 0.02f},
                                              {0.032f, 0.05f, 0.08f},
                                              {-0.032f, 0.05f, 0.08f},
                                              {0.03f, 0.08f, 0.09f},
                                              {-0.03f, 0.08f, 0.09f},
                                              {0.04f, 0, 0.06f},
                                              {-0.04f, 0, 0.06f}}};
    for (std::size_t i = 0; i < places.size(); ++i) rig.nodes[i].translation = turn * places[i];
    rig.nodes[2].rotation = glm::angleAxis(0.7f, glm::normalize(glm::vec3(1, 2, 3)));
    rig.nodes[3].rotation = glm::angleAxis(-1.9f, glm::normalize(glm::vec3(2, -1, 1)));
    rig.nodes[4].rotation = glm::angleAxis(1.57079633f, glm::vec3(0, 0, 1));
    rig.nodes[5].rotation = glm::angleAxis(-1.57079633f, glm::vec3(0, 0, 1));
    return rig;
}

TEST(BoneMirror, FindsTheImageByNameOrByPlace) {
    const Rig rig = face_rig(0);
    const BoneMirror mirror(rig);
    EXPECT_EQ(mirror.image(2), 3);
    EXPECT_EQ(mirror.image(5), 4);
    EXPECT_EQ(mirror.image(1), 1) << "the jaw stands in the middle";
    EXPECT_EQ(mirror.image(6), 7) << "no side in its name";
}

TEST(BoneMirror, AWrongNameIsNotBelieved) {
    Rig rig = face_rig(0);
    rig.nodes[5].name = "Other";
    rig.nodes[1].name = "Brow.R"; // far from where the image of the left one stands
    EXPECT_EQ(BoneMirror(rig).image(4), 5);
}

TEST(BoneMirror, ABoneWithoutAnImageHasNoEntries) {
    Rig rig = face_rig(0);
    rig.nodes[7].translation = {0, -0.5f, 0};
    EXPECT_EQ(BoneMirror(rig).image(6), no_index);
    EXPECT_TRUE(BoneMirror(rig).mirrored({"", 6, rotation_x, 0, 5}).empty());
}

/// The image of a place in model space, for a face that looks to `front`.
glm::vec3 reflected(const glm::vec3& place, float front) {
    const glm::vec3 across = glm::angleAxis(front, glm::vec3(0, 1, 0)) * glm::vec3(1, 0, 0);
    return place - 2 * glm::dot(place, across) * across;
}

TEST(BoneMirror, TheImageMovesAsInAMirrorWhateverTheAxes) {
    for (const float front : {0.0f, 3.14159265f, 1.57079633f}) {
        const Rig rig = face_rig(front);
        const BoneMirror mirror(rig);
        const PosedRig rest = evaluate(rig, rest_pose(rig));
        for (const int left : {2, 4, 6})
            for (const BoneChannel channel :
                 {position_x, position_y, position_z, rotation_x, rotation_y, rotation_z}) {
                const float end = channel < rotation_x ? 0.01f : 25;
                const FaceBone bone{"", left, channel, 0, end};
                const int right = mirror.image(left);
                const FaceGroups groups{{{"", {{"L", 0, {bone}}, {"R", 0, mirror.mirrored(bone)}}}}};
                RigControls controls;
                controls.sliders = {1, 1};
                const PosedRig posed = pose_rig(rig, groups, {}, controls);
                for (const glm::vec3 offset : {glm::vec3(0), glm::vec3(0.01f, 0.02f, 0.03f)}) {
                    const auto moved = [&](int node, const glm::vec3& place) {
                        const auto n = static_cast<std::size_t>(node);
                        return glm::vec3(posed.world[n] * glm::inverse(rest.world[n]) * glm::vec4(place, 1));
                    };
                    const glm::vec3 place = glm::vec3(rest.world[static_cast<std::size_t>(left)][3]) + offset;
                    const glm::vec3 wanted = reflected(moved(left, place), front);
                    const glm::vec3 found = moved(right, reflected(place, front));
                    EXPECT_LT(glm::length(wanted - found), 1e-5f)
                        << "front " << front << " bone " << left << " channel " << static_cast<int>(channel);
                }
            }
    }
}

TEST(BoneMirror, AxesThatLineUpKeepOneEntryWithItsNumbers) {
    const Rig rig = face_rig(0);
    const BoneMirror mirror(rig);
    EXPECT_THAT(mirror.mirrored({"Head/Brow.L", 4, position_y, 0.001f, 0.008f}),
                ElementsAre(FaceBone{"Head/Brow.R", 5, position_y, 0.001f, 0.008f}));
    EXPECT_THAT(mirror.mirrored({"Head/Brow.L", 4, position_x, 0, 0.008f}),
                ElementsAre(FaceBone{"Head/Brow.R", 5, position_x, 0, -0.008f}));
    EXPECT_THAT(mirror.mirrored({"Head/Jaw", 1, rotation_x, 0, 20}),
                ElementsAre(FaceBone{"Head/Jaw", 1, rotation_x, 0, 20}))
        << "the jaw drops in the mirror too";
    EXPECT_THAT(mirror.mirrored({"Head/Jaw", 1, rotation_y, 0, 20}),
                ElementsAre(FaceBone{"Head/Jaw", 1, rotation_y, 0, -20}));
    EXPECT_THAT(mirror.mirrored({"Head/cheek01", 6, scale_z, 1, 1.5f}),
                ElementsAre(FaceBone{"Head/cheek02", 7, scale_z, 1, 1.5f}));
}

TEST(MirrorPart, MakesTheOtherSideAndThenKeepsItInStep) {
    const Rig rig = face_rig(0);
    FaceGroups groups{
        {{"Brows", {{"Brow up left", 0, {{"Head/Brow.L", 4, position_y, 0, 0.008f}}}, {"Other", 0, {}}}}}};
    const MirroredPart made = mirror_part(rig, groups, {0, 0});
    EXPECT_EQ(made.at, (PartAddress{0, 1}));
    EXPECT_TRUE(made.without_image.empty());
    ASSERT_EQ(groups.groups[0].parts.size(), 3u);
    EXPECT_EQ(groups.groups[0].parts[1].name, "Brow up right");
    groups.groups[0].parts[0].bones[0].end = 0.002f;
    EXPECT_EQ(mirror_part(rig, groups, {0, 0}).at, made.at);
    ASSERT_EQ(groups.groups[0].parts.size(), 3u);
    EXPECT_THAT(groups.groups[0].parts[1].bones,
                ElementsAre(FaceBone{"Head/Brow.R", 5, position_y, 0, 0.002f}));
}

TEST(MirrorPart, OfNoSideGetsTheImagesOfItsBones) {
    const Rig rig = face_rig(0);
    FaceGroups groups{{{"Brows", {{"Brows up", 0, {{"Head/Brow.L", 4, position_y, 0, 0.008f}}}}}}};
    mirror_part(rig, groups, {0, 0});
    mirror_part(rig, groups, {0, 0}); // nothing comes twice
    EXPECT_THAT(groups.groups[0].parts[0].bones,
                ElementsAre(FaceBone{"Head/Brow.L", 4, position_y, 0, 0.008f},
                            FaceBone{"Head/Brow.R", 5, position_y, 0, 0.008f}));
}

} // namespace
} // namespace mien
