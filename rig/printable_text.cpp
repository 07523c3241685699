#include "rig/printable_text.h"

#include <cstdint>

#include <fmt/format.h>

namespace mien {
namespace {

struct Character {
    char32_t code = 0;
    std::size_t length = 0; ///< bytes; 0 where the text does not begin with a character
};

/// The first character of a text that is not empty, by the table of well-formed UTF-8 (Unicode 3.9, D92):
/// no overlong forms, no surrogates, nothing beyond U+10FFFF.
Character first_character(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
    const std::uint8_t lead = byte(0);
    if (lead < 0x80) return {lead, 1};
    const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4 || text.size() < length) return {};
    char32_t code = lead & (0x7fu >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xc0) != 0x80) return {};
        code = (code << 6) | (byte(i) & 0x3f);
    }
    constexpr char32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = code >= 0xd800 && code <= 0xdfff;
    if (code < smallest[length] || code > 0x10ffff || surrogate) return {};
    return {code, length};
}

/// Control characters, line breaks beyond ASCII, and the marks that reorder or hide text.
bool needs_escape(char32_t code) {
    return code < 0x20 || (code >= 0x7f && code < 0xa0) || (code >= 0x200b && code <= 0x200f) ||
           (code >= 0x2028 && code <= 0x202e) || (code >= 0x2060 && code <= 0x2069) || code == 0xfeff;
}

std::string escaped(char32_t code) {
    switch (code) {
    case '\n':
        return "\\n";
    case '\r':
        return "\\r";
    case '\t':
        return "\\t";
    default:
        break;
    }
    const auto number = static_cast<std::uint32_t>(code);
    return number < 0x100 ? fmt::format("\\x{:02x}", number) : fmt::format("\\u{:04x}", number);
}

} // namespace

std::string printable(std::string_view text, std::size_t limit) {
    std::string line;
    while (!text.empty()) {
        const Character character = first_character(text);
        const std::size_t taken = character.length == 0 ? 1 : character.length;
        std::string piece;
        if (character.length == 0)
            piece = fmt::format("\\x{:02x}", static_cast<std::uint8_t>(text[0]));
        else if (needs_escape(character.code))
            piece = escaped(character.code);
        else
            piece = std::string(text.substr(0, taken));
        if (line.size() + piece.size() > limit) return line + "…";
        line += piece;
        text.remove_prefix(taken);
    }
    return line;
}

std::string to_valid_utf8(std::string_view text) {
    std::string valid;
    valid.reserve(text.size());
    while (!text.empty()) {
        const std::size_t length = first_character(text).length;
        if (length == 0)
            valid += "\xef\xbf\xbd"; // U+FFFD
        else
            valid += text.substr(0, length);
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return valid;
}

bool is_valid_utf8(std::string_view text) {
    while (!text.empty()) {
        const std::size_t length = first_character(text).length;
        if (length == 0) return false;
        text.remove_prefix(length);
    }
    return true;
}

} // namespace mien
