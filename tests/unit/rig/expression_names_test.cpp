#include "rig/expression_names.h"

#include <string>

#include <gtest/gtest.h>

#include "tests/unit/rig/expression_spellings.h"

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
