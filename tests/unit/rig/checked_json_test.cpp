#include "rig/checked_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "rig/rig.h"

namespace mien {
namespace {

using ::testing::HasSubstr;

JsonObject object_of(const Json& json) {
    return {json, "thing 7"};
}

TEST(CheckedJson, RefusesWhatNestsTooDeepWithoutRecursion) {
    const std::string deep(1'000'000, '[');
    const auto json = parse_json(deep);
    ASSERT_FALSE(json);
    EXPECT_THAT(json.error().message, HasSubstr("nests more than 64"));
}

TEST(CheckedJson, RefusesMoreValuesThanMemoryShouldHold) {
    std::string many = "[";
    for (int i = 0; i < 4'100'000; ++i) many += "0,";
    many += "0]";
    EXPECT_FALSE(parse_json(many));
}

TEST(CheckedJson, BracketsInTextDoNotCount) {
    EXPECT_TRUE(parse_json("\"" + std::string(1000, '[') + "\\\"" + std::string(1000, '{') + "\""));
}

TEST(CheckedJson, SaysWhereTextIsDamaged) {
    EXPECT_THAT(parse_json("{\"a\":1,}").error().message, HasSubstr("byte 8"));
    EXPECT_THAT(parse_json("{\"a\":1").error().message, HasSubstr("ends in the middle"));
    EXPECT_FALSE(parse_json("[1e999]"));
    EXPECT_FALSE(parse_json("\"\xff\""));
}

TEST(CheckedJson, WholeNumbersAreExactOrRefused) {
    const Json json = {{"a", 3}, {"b", 3.0}, {"c", -1}, {"d", 0.5}, {"e", "3"}, {"f", 18446744073709551600u}};
    EXPECT_EQ(object_of(json).whole("a", 0).value(), 3u);
    EXPECT_EQ(object_of(json).whole("b", 0).value(), 3u);
    EXPECT_EQ(object_of(json).whole("missing", 9).value(), 9u);
    for (const char* key : {"c", "d", "e", "f"}) {
        const auto number = object_of(json).whole(key, 0);
        ASSERT_FALSE(number) << key;
        EXPECT_THAT(number.error().message, HasSubstr("thing 7: "));
    }
}

TEST(CheckedJson, IndicesMustExist) {
    const Json json = {{"a", 2}, {"b", 3}};
    EXPECT_EQ(object_of(json).index("a", 3).value(), 2);
    EXPECT_EQ(object_of(json).index("missing", 3).value(), no_index);
    EXPECT_THAT(object_of(json).index("b", 3).error().message, HasSubstr("b 3 does not exist, there are 3"));
}

TEST(CheckedJson, NumbersMustBeFiniteAsFloats) {
    const Json json = {{"a", 1e39}, {"b", {1, 2, 3}}, {"c", {1, nullptr}}};
    EXPECT_FALSE(object_of(json).number("a", 0));
    EXPECT_FALSE(object_of(json).numbers<2>("b", {}));
    EXPECT_FALSE(object_of(json).numbers<2>("c", {}));
    EXPECT_EQ(object_of(json).numbers<3>("b", {}).value(), (std::array<float, 3>{1, 2, 3}));
}

TEST(CheckedJson, WhatIsNoObjectReadsAsAnEmptyOne) {
    const Json list = Json::array({1, 2});
    EXPECT_TRUE(object_of(list).empty());
    EXPECT_EQ(object_of(list).text("a", "default"), "default");
    EXPECT_TRUE(object_of(list).object("a").object("b").empty());
    EXPECT_TRUE(object_of(list).items().empty());
}

} // namespace
} // namespace mien
