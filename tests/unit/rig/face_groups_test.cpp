#include "rig/face_groups.h"

#include <cstdlib>
#include <fstream>

#include <glm/gtc/quaternion.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "base/file.h"
#include "rig/bone_path.h"
#include "rig/skeleton.h"
#include "tests/support/paths.h"
#include "tests/unit/rig/small_rig.h"

namespace mien {
namespace {

using test::skeleton;
using ::testing::HasSubstr;

Rig jaw_rig() {
    Rig rig = skeleton({{"Hips", -1}, {"Head", 0}, {"Jaw", 1}, {"Eye_L", 1}, {"Eye_R", 1}});
    rig.nodes[3].translation.x = 0.03f;
    rig.nodes[4].translation.x = -0.03f;
    rig.nodes[2].rotation = glm::angleAxis(1.1f, glm::normalize(glm::vec3(1, 2, 3))); // axes of its own
    return rig;
}

FaceGroups sample_groups(const Rig& rig) {
    return {{{"Mouth",
              {{"Jaw open",
                0,
                {{"Hips/Head/Jaw", find_bone(rig, "Hips/Head/Jaw"), BoneChannel::rotation_x, 0, 20}}},
               {"Wide", 0.25f, {{"Gone/Bone", no_index, BoneChannel::scale_y, 1, 1.5f}}}}},
             {"Nose", {{"Length \"n\"\n", 0, {}}}}}};
}

TEST(BonePath, LeadsFromARootToANode) {
    const Rig rig = jaw_rig();
    EXPECT_EQ(bone_path(rig, 2), "Hips/Head/Jaw");
    EXPECT_EQ(find_bone(rig, "Hips/Head/Jaw"), 2);
    EXPECT_EQ(find_bone(rig, "Other/Head/Jaw"), 2) << "the only bone of that name";
    EXPECT_EQ(find_bone(rig, "Hips/Head"), 1);
    EXPECT_EQ(find_bone(rig, "Hips/Head/"), no_index);
    EXPECT_EQ(find_bone(rig, ""), no_index);
    const Rig twice = skeleton({{"A", -1}, {"Jaw", 0}, {"B", -1}, {"Jaw", 2}});
    EXPECT_EQ(find_bone(twice, "B/Jaw"), 3);
    EXPECT_EQ(find_bone(twice, "C/Jaw"), no_index) << "two of that name: none is guessed";
}

TEST(FaceGroups, AreNumberedThroughTheGroups) {
    const FaceGroups groups = sample_groups(jaw_rig());
    EXPECT_EQ(groups.slider_count(), 3u);
    EXPECT_EQ(groups.slider(1)->name, "Wide");
    EXPECT_EQ(groups.slider(2)->name, "Length \"n\"\n");
    EXPECT_EQ(groups.slider(3), nullptr);
}

TEST(FaceGroups, ComeBackFromTheirText) {
    const Rig rig = jaw_rig();
    const FaceGroups groups = sample_groups(rig);
    const auto back = face_groups_from_json(face_groups_to_json(groups), rig, "text");
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_EQ(*back, groups);
}

TEST(FaceGroups, AreRefusedWhereTheirTextIsWrong) {
    const Rig rig = jaw_rig();
    for (const char* text :
         {"", "[]", "{\"version\":2,\"groups\":[]}", "{\"version\":1,\"groups\":3}",
          "{\"version\":1,\"groups\":[{\"parts\":[{\"bones\":[{\"channel\":\"spin\"}]}]}]}",
          "{\"version\":1,\"groups\":[{\"parts\":[{\"rest\":\"half\"}]}]}"}) {
        const auto groups = face_groups_from_json(text, rig, "face.mien.json");
        ASSERT_FALSE(groups) << text;
        EXPECT_EQ(groups.error().code, ErrorCode::unreadable);
        EXPECT_THAT(groups.error().message, HasSubstr("face.mien.json"));
    }
}

TEST(FaceGroups, AreSavedBesideTheRigAndLoadedAgain) {
    const test::TemporaryFolder folder;
    Rig rig = jaw_rig();
    rig.path = folder.path() / "avatar.glb";
    const auto where = save_face_groups(rig, sample_groups(rig));
    ASSERT_TRUE(where) << where.error().message;
    EXPECT_EQ(*where, folder.path() / "avatar.mien.json");
    EXPECT_EQ(load_face_groups(rig).value(), sample_groups(rig));
}

TEST(FaceGroups, LeaveWhatElseTheFileHolds) {
    const test::TemporaryFolder folder;
    Rig rig = jaw_rig();
    rig.path = folder.path() / "avatar.glb";
    std::ofstream(folder.path() / "avatar.mien.json") << "{\"version\":1,\"mapping\":[1,2],\"groups\":[]}";
    ASSERT_TRUE(save_face_groups(rig, sample_groups(rig)));
    EXPECT_THAT(read_text_file(folder.path() / "avatar.mien.json", 10'000).value(), HasSubstr("mapping"));
    EXPECT_EQ(load_face_groups(rig).value(), sample_groups(rig));
}

TEST(FaceGroups, OfAReadOnlyFolderGoToTheUsersConfiguration) {
    if (::geteuid() == 0) GTEST_SKIP() << "the superuser may write anywhere";
    const test::TemporaryFolder folder;
    Rig rig = jaw_rig();
    rig.path = "/usr/avatar.glb";
    ::setenv("XDG_CONFIG_HOME", folder.path().c_str(), 1);
    const auto where = save_face_groups(rig, sample_groups(rig));
    ASSERT_TRUE(where) << where.error().message;
    EXPECT_THAT(where->string(), HasSubstr(folder.path().string()));
    EXPECT_EQ(load_face_groups(rig).value(), sample_groups(rig));
}

TEST(FaceGroups, ADamagedFileIsAnErrorNotAGuess) {
    const test::TemporaryFolder folder;
    Rig rig = jaw_rig();
    rig.path = folder.path() / "avatar.glb";
    std::ofstream(folder.path() / "avatar.mien.json") << "{\"version\":1,\"groups\":[";
    const auto groups = load_face_groups(rig);
    ASSERT_FALSE(groups);
    EXPECT_THAT(groups.error().message, HasSubstr("avatar.mien.json"));
}

TEST(GuessedFaceGroups, OpenTheJawDownwardsHoweverItsAxesPoint) {
    for (const float front : {0.0f, 3.14159265f}) {
        Rig rig = jaw_rig();
        rig.front_yaw = front;
        const FaceGroups groups = guess_face_groups(rig);
        ASSERT_FALSE(groups.groups.empty());
        EXPECT_EQ(groups.groups[0].name, "Mouth");
        EXPECT_EQ(groups.groups[0].parts[0].name, "Jaw open");
        EXPECT_EQ(groups.groups[0].parts[0].bones[0].path, "Hips/Head/Jaw");
        // A chin 0.1 in front of the jaw joint.
        const glm::vec3 chin = glm::angleAxis(front, glm::vec3(0, 1, 0)) * glm::vec3(0, 0, 0.1f);
        const PosedRig rest = evaluate(rig, rest_pose(rig));
        const glm::vec3 in_jaw = glm::vec3(glm::inverse(rest.world[2]) * glm::vec4(chin, 1));
        RigControls controls;
        controls.sliders = {1};
        const PosedRig open = pose_rig(rig, groups, find_head_joints(rig), controls);
        const glm::vec3 moved = glm::vec3(open.world[2] * glm::vec4(in_jaw, 1));
        EXPECT_LT(moved.y, -0.03f);
        EXPECT_NEAR(moved.x, 0, 1e-3f);
    }
}

TEST(GuessedFaceGroups, ChangeNothingAtRest) {
    const Rig rig = jaw_rig();
    const FaceGroups groups = guess_face_groups(rig);
    EXPECT_EQ(pose_rig(rig, groups, find_head_joints(rig), {}).world, evaluate(rig, rest_pose(rig)).world);
}

TEST(GuessedFaceGroups, ARigWithoutBonesHasNone) {
    EXPECT_TRUE(guess_face_groups(Rig{}).groups.empty());
}

} // namespace
} // namespace mien
