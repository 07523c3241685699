#include "rig/expression_names.h"

#include <set>
#include <string>

#include <gtest/gtest.h>

#include "tests/unit/rig/expression_spellings.h"
#include "tests/unit/rig/program_spellings.h"

namespace mien {
namespace {

std::string_view found(std::string_view name) {
    const auto channel = channel_of_expression(name);
    return channel ? channel_names[*channel] : std::string_view();
}

TEST(ExpressionNames, AreKnownInTheSpellingsOfManyMakers) {
    for (const test::Spelling& spelling : test::spellings)
        EXPECT_EQ(found(spelling.name), spelling.channel) << spelling.name;
}

TEST(ExpressionNames, AreKnownInTheSpellingsOfManyPrograms) {
    for (const test::Spelling& spelling : test::program_spellings)
        EXPECT_EQ(found(spelling.name), spelling.channel) << spelling.name;
}

TEST(ExpressionNames, AreKnownByMoreThanFourHundredSpellings) {
    std::set<std::string_view> names;
    std::size_t known = 0;
    const auto count = [&](const auto& table) {
        for (const test::Spelling& spelling : table)
            if (names.insert(spelling.name).second && !spelling.channel.empty()) ++known;
    };
    count(test::spellings);
    count(test::program_spellings);
    EXPECT_GE(known, 400U) << "FAULTS D2 asks for 300";
}

TEST(ExpressionNames, OfBothSidesAtOnceMeanAPairAndNoChannel) {
    for (const test::Spelling& spelling : test::two_sided_spellings) {
        const auto pair = pair_of_expression(spelling.name);
        EXPECT_EQ(pair ? channel_names[*pair] : std::string_view(), spelling.channel) << spelling.name;
        EXPECT_TRUE(!pair || found(spelling.name).empty()) << spelling.name;
    }
}

TEST(ExpressionNames, SayHowCloselyTheyFit) {
    EXPECT_EQ(named_channel("jawOpen")->fit, NameFit::exact);
    EXPECT_EQ(named_channel("Jaw_Open")->fit, NameFit::spelling);
    EXPECT_EQ(named_channel("JAW_DROP")->fit, NameFit::synonym);
    EXPECT_EQ(named_channel("cheekPuff_L")->half, 'L');
    EXPECT_EQ(named_channel("Cheek_Puff")->half, 0);
    EXPECT_EQ(named_channel("eyeBlink_R")->half, 0);
}

TEST(ExpressionNames, ThatAreUnclearTellWhatTheyMayMean) {
    using Near = std::vector<ChannelIndex>;
    EXPECT_EQ(channels_near("jawOpen.001"), Near{channel("jawOpen")});
    EXPECT_EQ(channels_near("Mouth_Pucker_Up_L"), Near{channel("mouthPucker")});
    EXPECT_EQ(channels_near("eyeBlink_L_R"), (Near{channel("eyeBlinkLeft"), channel("eyeBlinkRight")}));
    EXPECT_EQ(channels_near("Wiggle"), Near{});
    EXPECT_EQ(channels_near(std::string(200, 'a') + "1b2c3d4e5f6g7h8i9j"), Near{});
}

TEST(ExpressionNames, LoseWhatProgramsAdd) {
    EXPECT_EQ(name_without_noise("Face.M_F00_000_00_Fcl_MTH_A"), "mtha");
    EXPECT_EQ(name_without_noise("vrc.blink_left"), "blinkL");
    EXPECT_EQ(name_without_noise("viseme_PP"), "visemepp");
}

TEST(ExpressionNames, OfArkitAreThemselves) {
    for (const std::string_view name : channel_names) EXPECT_EQ(found(name), name);
}

TEST(ExpressionNames, NeverChangeSideWhateverTheCase) {
    for (const std::string_view name : channel_names) {
        std::string small;
        for (const char c : name) small += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        EXPECT_EQ(found(small), name);
    }
}

TEST(ExpressionNames, EndlessNamesMeanNothing) {
    EXPECT_EQ(found(std::string(100'000, '_') + "jawOpen"), "");
}

} // namespace
} // namespace mien
