#include "solver/mapping_file.h"

#include <algorithm>
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "tests/support/paths.h"
#include "tests/unit/solver/rigs_with_names.h"

namespace mien {
namespace {

using testing::HasSubstr;

FaceGroups some_groups() {
    return {.groups = {{.name = "Mouth",
                        .parts = {{.name = "Jaw open", .rest = 0, .bones = {}},
                                  {.name = "Width", .rest = 0.5F, .bones = {}}}},
                       {.name = "Eyes", .parts = {{.name = "Width", .rest = 0, .bones = {}}}}}};
}

/// Every field other than its default somewhere.
Mapping rich_mapping() {
    Mapping mapping;
    mapping.rows = {
        {.source = channel("jawOpen"), .target = 0},
        {.source = channel("eyeBlinkRight"),
         .both = true,
         .kind = MappingTarget::Kind::slider,
         .target = 2,
         .curve = {CurveShape::smooth, 1.5F},
         .gain = -1.25F,
         .offset = 0.1F,
         .low = -1,
         .high = 2,
         .combine = Combine::scale,
         .on = false},
        {.source = channel("tongueOut"),
         .target = no_index,
         .combine = Combine::at_least,
         .lost_name = "gone \"away\""},
        {.source = channel("mouthLeft"),
         .kind = MappingTarget::Kind::slider,
         .target = no_index,
         .lost_name = "Part",
         .lost_group = "Group"},
    };
    mapping.users_own = true;
    find_unmatched(mapping);
    return mapping;
}

const Rig& some_rig() {
    static const Rig rig = test::rig_with({"jawOpen", "A", "eyeBlinkLeft"});
    return rig;
}

Result<Mapping> read(std::string_view json, const Rig& rig = some_rig()) {
    return mapping_from_json(json, rig, some_groups(), {}, "avatar.mien.json");
}

TEST(MappingFile, GivesBackWhatWasWritten) {
    const Mapping written = rich_mapping();
    const auto again = read(mapping_to_json(written, some_rig(), some_groups()));
    ASSERT_TRUE(again.has_value()) << again.error().message;
    EXPECT_EQ(again->rows, written.rows);
    EXPECT_EQ(again->unmatched, written.unmatched);
    EXPECT_FALSE(again->gaze_by_joints);
}

TEST(MappingFile, SurvivesANewExportOfTheRig) {
    const std::string json = mapping_to_json(rich_mapping(), some_rig(), some_groups());
    const Rig moved = test::rig_with({"new", "eyeBlinkLeft", "A", "jawOpen", "gone \"away\""});
    const auto mapping = read(json, moved);
    ASSERT_TRUE(mapping.has_value());
    EXPECT_EQ(mapping->rows[0].target, 3);
    EXPECT_EQ(mapping->rows[2].target, 4) << "a target that came back is driven again";
    EXPECT_EQ(mapping->rows[2].lost_name, "");
}

TEST(MappingFile, ARowWhoseTargetIsGoneIsKeptByNameAndDrivesNothing) {
    const std::string json = mapping_to_json(rich_mapping(), some_rig(), some_groups());
    const Rig other = test::rig_with({"A"});
    const auto mapping = read(json, other);
    ASSERT_TRUE(mapping.has_value());
    EXPECT_EQ(mapping->rows[0].target, no_index);
    EXPECT_EQ(mapping->rows[0].lost_name, "jawOpen");
    EXPECT_EQ(report_on(*mapping, other).lost_rows, 3U);
    FaceState state;
    state.weights[channel("jawOpen")] = 1;
    EXPECT_EQ(retarget(state, *mapping, other, {}).expressions, std::vector<float>{0});
    EXPECT_THAT(mapping_to_json(*mapping, other, some_groups()), HasSubstr("\"jawOpen\""));
}

TEST(MappingFile, NeverDrivesTheGazeTwice) { // FAULTS D12
    Rig rig = test::rig_with({"eyeLookUpLeft"});
    rig.nodes.resize(3);
    const std::string json = R"({"version":1,"gaze":"joints","rows":[
        {"channel":"eyeLookUpLeft","expression":"eyeLookUpLeft"}]})";
    const auto by_joints =
        mapping_from_json(json, rig, {}, {.head = 0, .left_eye = 1, .right_eye = 2}, "avatar.mien.json");
    ASSERT_TRUE(by_joints.has_value());
    EXPECT_TRUE(by_joints->gaze_by_joints);
    EXPECT_FALSE(by_joints->rows[0].on);
    const auto without_joints = mapping_from_json(json, rig, {}, {}, "avatar.mien.json");
    ASSERT_TRUE(without_joints.has_value());
    EXPECT_FALSE(without_joints->gaze_by_joints) << "the rig has no joints to turn";
    EXPECT_TRUE(without_joints->rows[0].on);
}

TEST(MappingFile, SaysInOneLineWhatIsWrong) {
    const auto message = [](std::string_view json) {
        const auto mapping = read(json);
        EXPECT_FALSE(mapping.has_value()) << json;
        if (mapping) return std::string();
        EXPECT_EQ(mapping.error().code, ErrorCode::unreadable);
        EXPECT_EQ(mapping.error().message.find('\n'), std::string::npos);
        EXPECT_THAT(mapping.error().message, HasSubstr("avatar.mien.json"));
        return mapping.error().message;
    };
    const auto row = [&](const std::string& text) {
        return message(R"({"version":1,"rows":[{"channel":"jawOpen","expression":"A"},{)" + text + "}]}");
    };
    EXPECT_THAT(message("[1"), HasSubstr("JSON"));
    EXPECT_THAT(message("{}"), HasSubstr("version"));
    EXPECT_THAT(message(R"({"version":2,"rows":[]})"), HasSubstr("version is 2"));
    EXPECT_THAT(message(R"({"version":1,"rows":7})"), HasSubstr("rows"));
    EXPECT_THAT(message(R"({"version":1,"gaze":"nose","rows":[]})"), HasSubstr("nose"));
    EXPECT_THAT(row(R"("channel":"jawOpne","expression":"A")"),
                HasSubstr("row 2: there is no channel \"jawOpne\""));
    EXPECT_THAT(row(R"("channel":"jawOpen")"), HasSubstr("neither an expression nor a part"));
    EXPECT_THAT(row(R"("channel":"jawOpen","expression":"A","curve":"steep")"), HasSubstr("steep"));
    EXPECT_THAT(row(R"("channel":"jawOpen","expression":"A","combine":"xor")"), HasSubstr("xor"));
    EXPECT_THAT(row(R"("channel":"jawOpen","expression":"A","gain":"big")"), HasSubstr("gain"));
    EXPECT_THAT(row(R"("channel":"jawOpen","expression":"A","gain":1e99)"), HasSubstr("gain"));
    EXPECT_THAT(row(R"("channel":"jawOpen","expression":"A","low":1,"high":0)"),
                HasSubstr("low is above high"));
}

TEST(MappingFile, OfTooManyRowsIsRefused) {
    std::string json = R"({"version":1,"rows":[{})";
    for (std::size_t i = 0; i < most_mapping_rows; ++i) json += ",{}";
    const auto mapping = read(json + "]}");
    ASSERT_FALSE(mapping.has_value());
    EXPECT_THAT(mapping.error().message, HasSubstr("more than"));
}

TEST(MappingFile, CutAtAnyLengthIsRefused) {
    std::string json = mapping_to_json(rich_mapping(), some_rig(), some_groups());
    json.pop_back(); // the last line's end
    for (std::size_t length = 0; length < json.size(); ++length)
        EXPECT_FALSE(read(std::string_view(json).substr(0, length)).has_value()) << length;
}

TEST(MappingFile, FlippedBytesAreReadOrRefusedAndNeverDoHarm) {
    const std::string json = mapping_to_json(rich_mapping(), some_rig(), some_groups());
    FaceState state;
    state.weights.fill(0.5F);
    for (std::size_t i = 0; i < json.size(); ++i)
        for (const int bit : {0, 1, 2, 4, 7}) {
            std::string spoilt = json;
            spoilt[i] = static_cast<char>(static_cast<unsigned char>(spoilt[i]) ^ (1U << bit));
            const auto mapping = read(spoilt);
            if (!mapping) continue;
            for (const float value : retarget(state, *mapping, some_rig(), some_groups()).expressions)
                EXPECT_TRUE(std::isfinite(value));
        }
}

/// A rig with a file of its own in a folder of its own.
class SavedMapping : public testing::Test {
protected:
    SavedMapping() : rig_(some_rig()) { rig_.path = folder_.path() / "avatar.glb"; }
    std::filesystem::path file() const { return folder_.path() / "avatar.mien.json"; }

    test::TemporaryFolder folder_;
    Rig rig_;
};

TEST_F(SavedMapping, IsLoadedInPlaceOfTheGuess) {
    const auto guess = load_mapping(rig_, {}, {});
    ASSERT_TRUE(guess.has_value());
    EXPECT_EQ(guess->rows, guess_mapping(rig_, {}, {}).rows);
    Mapping changed = *guess;
    changed.rows[0].gain = 2;
    changed.users_own = true;
    const auto where = save_mapping(changed, rig_, {});
    ASSERT_TRUE(where.has_value()) << where.error().message;
    EXPECT_EQ(*where, file());
    EXPECT_EQ(load_mapping(rig_, {}, {})->rows, changed.rows);
}

TEST_F(SavedMapping, AndTheFaceGroupsLeaveEachOtherAlone) {
    ASSERT_TRUE(save_face_groups(rig_, some_groups()).has_value());
    ASSERT_TRUE(save_mapping(rich_mapping(), rig_, some_groups()).has_value());
    EXPECT_EQ(load_face_groups(rig_).value(), some_groups());
    ASSERT_TRUE(save_face_groups(rig_, {}).has_value());
    EXPECT_EQ(load_mapping(rig_, some_groups(), {})->rows, rich_mapping().rows);
}

TEST_F(SavedMapping, IsForgottenWhereTheGuessIsSaved) {
    ASSERT_TRUE(save_mapping(rich_mapping(), rig_, some_groups()).has_value());
    EXPECT_TRUE(load_mapping(rig_, some_groups(), {})->users_own);
    ASSERT_TRUE(save_mapping(guess_mapping(rig_, some_groups(), {}), rig_, some_groups()).has_value());
    EXPECT_FALSE(load_mapping(rig_, some_groups(), {})->users_own);
}

TEST(MappingOfGroups, FollowsItsPartsWhereverTheyGo) {
    const FaceGroups before = some_groups();
    FaceGroups after = before;
    std::swap(after.groups[0], after.groups[1]);
    Mapping mapping;
    mapping.rows.push_back({.source = channel("jawOpen"), .kind = MappingTarget::Kind::slider, .target = 0});
    follow_groups(mapping, before, after);
    EXPECT_EQ(mapping.rows[0].target, 1);
}

TEST(MappingOfGroups, KeepsTheNameOfAPartThatIsGoneAndFindsItAgain) {
    const FaceGroups before = some_groups();
    FaceGroups without = before;
    without.groups.erase(without.groups.begin());
    Mapping mapping;
    mapping.rows.push_back({.source = channel("jawOpen"), .kind = MappingTarget::Kind::slider, .target = 0});
    follow_groups(mapping, before, without);
    EXPECT_EQ(mapping.rows[0].target, no_index);
    EXPECT_EQ(mapping.rows[0].lost_name, "Jaw open");
    EXPECT_EQ(mapping.unmatched.size(), channel_count);
    follow_groups(mapping, without, before);
    EXPECT_EQ(mapping.rows[0].target, 0);
    EXPECT_EQ(mapping.rows[0].lost_name, "");
}

TEST_F(SavedMapping, ThatIsDamagedGivesTheGuessAndALineThatNamesTheFile) {
    ASSERT_TRUE(
        write_file_atomically(file(), R"({"version":1,"mapping":{"version":1,"rows":[{"channel":"nose"}]}})")
            .has_value());
    std::string notice;
    const Mapping mapping = load_or_guess_mapping(rig_, {}, {}, notice);
    EXPECT_EQ(mapping.rows, guess_mapping(rig_, {}, {}).rows);
    EXPECT_THAT(notice, HasSubstr("avatar.mien.json"));
    EXPECT_THAT(notice, HasSubstr("nose"));
}

} // namespace
} // namespace mien
