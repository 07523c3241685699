#include "app/option_values.h"

#include <gtest/gtest.h>

namespace mien {
namespace {

template <typename T>
void expect_usage_error(const Result<T>& result, const std::string& text) {
    ASSERT_FALSE(result) << text;
    EXPECT_EQ(result.error().code, ErrorCode::usage) << text;
    EXPECT_NE(result.error().message.find("--x"), std::string::npos) << result.error().message;
}

TEST(OptionValues, AnIntervalIsTwoSeconds) {
    const auto interval = parse_interval("0.5-2", "--x");
    ASSERT_TRUE(interval);
    EXPECT_EQ(interval->from, 0.5);
    EXPECT_EQ(interval->to, 2);
    for (const char* text :
         {"", "-", "1", "1-", "-1", "2-1", "1-1", "a-b", "0-1 ", "-1-2", "0-inf", "0-nan", "0-1-2"})
        expect_usage_error(parse_interval(text, "--x"), text);
}

TEST(OptionValues, ASizeIsTwoWholeNumbers) {
    EXPECT_EQ(parse_size("640x480", "--x").value(), (PictureSize{640, 480}));
    for (const char* text :
         {"", "640", "640x", "x480", "640x480x3", "8x480", "640x99999", "-640x480", "640 x480", "640X480"})
        expect_usage_error(parse_size(text, "--x"), text);
}

TEST(OptionValues, AColourIsSixDigitsOrTransparent) {
    EXPECT_EQ(parse_colour("#ff0000", "--x").value(), glm::vec4(1, 0, 0, 1));
    EXPECT_EQ(parse_colour("transparent", "--x").value(), glm::vec4(0));
    for (const char* text : {"", "#", "red", "#ff00", "#ff00zz", "ff0000", "#-f0000", "#ff00000"})
        expect_usage_error(parse_colour(text, "--x"), text);
}

TEST(OptionValues, AWeightMayHaveAnEqualsSignInItsName) {
    const auto weight = parse_named_weight("a=b=-0.25", "--x");
    ASSERT_TRUE(weight);
    EXPECT_EQ(weight->name, "a=b");
    EXPECT_EQ(weight->weight, -0.25f);
    for (const char* text : {"", "a", "a=", "=1", "a=x", "a=1,2", "a=nan"})
        expect_usage_error(parse_named_weight(text, "--x"), text);
}

TEST(OptionValues, ARotationIsNormalised) {
    const auto pose = parse_named_rotation("Head=0,2,0,2", "--x");
    ASSERT_TRUE(pose);
    EXPECT_EQ(pose->name, "Head");
    EXPECT_NEAR(pose->rotation.y, 0.70711f, 1e-5f);
    EXPECT_NEAR(pose->rotation.w, 0.70711f, 1e-5f);
    for (const char* text :
         {"", "Head", "Head=", "Head=0,0,0,0", "Head=0,0,1", "Head=0,0,0,1,0", "Head=0,0,,1", "=0,0,0,1"})
        expect_usage_error(parse_named_rotation(text, "--x"), text);
}

TEST(OptionValues, CalmIsForAllOrForAGroup) {
    EXPECT_EQ(parse_calm({}, "--x").value(), Calm{});
    EXPECT_EQ(parse_calm({"0.25", "head=1", "mouth=0"}, "--x").value(),
              (Calm{.head = 1, .brows = 0.25F, .lids = 0.25F, .gaze = 0.25F, .mouth = 0}));
    EXPECT_EQ(parse_calm({"eyes=1", "gaze=0"}, "--x").value(), (Calm{.lids = 1, .gaze = 0}));
    for (const char* text : {"", "head", "head=", "nose=0.5", "=0.5", "1.01", "-0.1", "eyes=nan", "eyes=1,0"})
        expect_usage_error(parse_calm({text}, "--x"), text);
}

} // namespace
} // namespace mien
