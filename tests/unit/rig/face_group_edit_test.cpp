#include "rig/face_group_edit.h"

#include <gtest/gtest.h>

#include "rig/skeleton.h"
#include "tests/unit/rig/small_rig.h"

namespace mien {
namespace {

using enum BoneChannel;

Rig face_rig() {
    return test::skeleton({{"Head", -1}, {"Jaw", 0}, {"Lip", 1}});
}

FaceGroups sample_groups() {
    return {{{"Mouth",
              {{"Open", 0, {{"Head/Jaw", 1, rotation_x, 0, 20}, {"Head/Jaw", 1, position_z, 0, 0.01f}}},
               {"Wide", 0.5f, {{"Head/Jaw/Lip", 2, scale_x, 0.8f, 1.2f}}}}},
             {"Chin", {{"Long", 0, {{"Head/Jaw", 1, rotation_x, -5, 5}, {"Head/Jaw", 1, scale_y, 1, 2}}}}}}};
}

TEST(SliderMoves, AreNoneWhereNothingChanged) {
    EXPECT_EQ(slider_moves(sample_groups(), sample_groups()), (std::vector<int>{0, 1, 2}));
}

TEST(SliderMoves, FollowAPartThroughEdits) {
    const FaceGroups before = sample_groups();
    FaceGroups after = before;
    after.groups[0].parts.erase(after.groups[0].parts.begin());
    EXPECT_EQ(slider_moves(before, after), (std::vector<int>{no_index, 0, 1})) << "removed";
    EXPECT_EQ(slider_moves(after, before), (std::vector<int>{1, 2})) << "come back";

    after = before;
    after.groups[0].parts[1].name = "Broad";
    EXPECT_EQ(slider_moves(before, after), (std::vector<int>{0, 1, 2})) << "renamed";

    after = before;
    after.groups[0].name = "Lips";
    EXPECT_EQ(slider_moves(before, after), (std::vector<int>{0, 1, 2})) << "its group renamed";

    after = before;
    std::swap(after.groups[0], after.groups[1]);
    EXPECT_EQ(slider_moves(before, after), (std::vector<int>{1, 2, 0})) << "moved";

    after = before;
    after.groups[0].parts.clear();
    after.groups[0].parts.push_back({"Other", 0, {}});
    EXPECT_EQ(slider_moves(before, after), (std::vector<int>{no_index, no_index, 1}))
        << "another is no rename";
}

TEST(FaceGroupEdit, ANewEntryChangesNothing) {
    const Rig rig = face_rig();
    for (const BoneChannel channel : {position_y, rotation_z, scale_x}) {
        const FaceGroups groups{{{"G", {{"P", 0, {new_face_bone(rig, 1, channel)}}}}}};
        EXPECT_EQ(groups.groups[0].parts[0].bones[0].path, "Head/Jaw");
        RigControls controls;
        controls.sliders = {0.7f};
        EXPECT_EQ(pose_rig(rig, groups, {}, controls).world, evaluate(rig, rest_pose(rig)).world);
    }
}

TEST(FaceGroupEdit, AnotherAxisKeepsTheRangeAnotherKindDoesNot) {
    FaceBone bone{"Head/Jaw", 1, rotation_x, -3, 20};
    set_channel(bone, rotation_z);
    EXPECT_EQ(bone, (FaceBone{"Head/Jaw", 1, rotation_z, -3, 20}));
    set_channel(bone, scale_z);
    EXPECT_EQ(bone, (FaceBone{"Head/Jaw", 1, scale_z, 1, 1}));
}

TEST(FaceGroupEdit, NumbersNamesThatAreTaken) {
    EXPECT_EQ(unused_name({"Part"}, "Group"), "Group");
    EXPECT_EQ(unused_name({"Part", "Part 2"}, "Part"), "Part 3");
}

TEST(FaceGroupEdit, ResetsBonePartGroupOrAll) {
    FaceGroups groups = sample_groups();
    reset(groups.groups[0].parts[0].bones[0]);
    EXPECT_EQ(groups.groups[0].parts[0].bones[0], (FaceBone{"Head/Jaw", 1, rotation_x, 0, 0}));
    EXPECT_EQ(groups.groups[0].parts[0].bones[1].end, 0.01f);
    reset(groups.groups[0].parts[0]);
    EXPECT_EQ(groups.groups[0].parts[0].bones[1].end, 0);
    EXPECT_EQ(groups.groups[0].parts[1].bones[0].end, 1.2f);
    reset(groups.groups[0]);
    EXPECT_EQ(groups.groups[0].parts[1].bones[0], (FaceBone{"Head/Jaw/Lip", 2, scale_x, 1, 1}));
    EXPECT_EQ(groups.groups[1].parts[0].bones[0].end, 5);
    reset(groups);
    EXPECT_EQ(groups.groups[1].parts[0].bones[1].end, 1);
    EXPECT_EQ(groups.slider_count(), 3u) << "names and bones stay";
}

TEST(FaceGroupEdit, TheRangeEndsWhereTheSliderStands) {
    FaceGroups groups = sample_groups();
    set_range_from_pose(groups, {0, 0}, RangeEnd::end, {0.5f, 0.5f, 0.5f});
    EXPECT_NEAR(groups.groups[0].parts[0].bones[0].end, 15, 1e-5)
        << "10 of its own, and 5 of Long off its rest";
    EXPECT_NEAR(groups.groups[0].parts[0].bones[1].end, 0.005f, 1e-6);
    EXPECT_EQ(groups.groups[0].parts[0].bones[0].start, 0);
}

TEST(FaceGroupEdit, ThePartAloneShowsThePoseThatItTookUp) {
    const Rig rig = face_rig();
    for (const RangeEnd end : {RangeEnd::start, RangeEnd::end}) {
        FaceGroups groups = sample_groups();
        groups.groups[0].parts[0].bones.push_back(new_face_bone(rig, 1, scale_y));
        RigControls shown;
        shown.sliders = {0.25f, 0.5f, 0.8f};
        const PosedRig wanted = pose_rig(rig, groups, {}, shown);
        set_range_from_pose(groups, {0, 0}, end, shown.sliders);
        RigControls alone;
        alone.sliders = {end == RangeEnd::end ? 1.0f : 0.0f, 0.5f, 0.0f}; // the others at rest
        const PosedRig found = pose_rig(rig, groups, {}, alone);
        for (int column = 0; column < 4; ++column)
            for (int row = 0; row < 4; ++row)
                EXPECT_NEAR(found.world[1][column][row], wanted.world[1][column][row], 1e-5f);
    }
}

TEST(FaceGroupEdit, SlidersAreFoundByTheirNumber) {
    const FaceGroups groups = sample_groups();
    for (std::size_t i = 0; i < groups.slider_count(); ++i)
        EXPECT_EQ(slider_index(groups, part_of_slider(groups, i).value()), i);
    EXPECT_EQ(part_of_slider(groups, 3), std::nullopt);
}

} // namespace
} // namespace mien
