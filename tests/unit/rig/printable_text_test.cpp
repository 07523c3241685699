#include "rig/printable_text.h"

#include <gtest/gtest.h>

namespace mien {
namespace {

using namespace std::string_literals;

TEST(PrintableText, KeepsWordsOfEveryScript) {
    EXPECT_EQ(printable("Größe 頭 🙂"), "Größe 頭 🙂");
}

TEST(PrintableText, ShowsControlCharactersAsEscapes) {
    EXPECT_EQ(printable("a\nb\tc\x1b[31m\x7f"), "a\\nb\\tc\\x1b[31m\\x7f");
    EXPECT_EQ(printable("nul\0here"s), "nul\\x00here");
    EXPECT_EQ(printable("\xc2\x9b"), "\\x9b") << "the eight-bit form of an escape sequence";
}

TEST(PrintableText, ShowsMarksThatReorderText) {
    EXPECT_EQ(printable("a\xe2\x80\xae"
                        "b"),
              "a\\u202eb");
    EXPECT_EQ(printable("\xef\xbb\xbfx"), "\\ufeffx");
}

TEST(PrintableText, ShowsInvalidBytes) {
    EXPECT_EQ(printable("\xff\xfe"), "\\xff\\xfe");
    EXPECT_EQ(printable("\xc0\x80"), "\\xc0\\x80") << "an overlong NUL";
    EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80") << "half of a surrogate pair";
    EXPECT_EQ(printable("\xe9\xa0"), "\\xe9\\xa0") << "cut";
}

TEST(PrintableText, CutsBetweenCharacters) {
    EXPECT_EQ(printable("ééé", 4), "éé…");
    EXPECT_EQ(printable(std::string(5000, 'n'), 10), "nnnnnnnnnn…");
    EXPECT_EQ(printable("exactly", 7), "exactly");
}

TEST(ValidUtf8, ReplacesOnlyWhatIsWrong) {
    EXPECT_TRUE(is_valid_utf8("頭\n\x1b"));
    EXPECT_FALSE(is_valid_utf8("r\xfft"));
    EXPECT_EQ(to_valid_utf8("r\xff"
                            "é"),
              "r\xef\xbf\xbd"
              "é");
    EXPECT_TRUE(is_valid_utf8(to_valid_utf8("\xf5\x80\xc3")));
}

} // namespace
} // namespace mien
