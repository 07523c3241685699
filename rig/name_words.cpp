#include "rig/name_words.h"

#include <cstddef>
#include <cstdint>

namespace mien {
namespace {

enum class CharacterKind : std::uint8_t { lower, upper, digit, other };

CharacterKind kind_of(char c) {
    if (c >= 'a' && c <= 'z') return CharacterKind::lower;
    if (c >= 'A' && c <= 'Z') return CharacterKind::upper;
    if (c >= '0' && c <= '9') return CharacterKind::digit;
    return CharacterKind::other;
}

char lowered(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// True where a new word begins at position i > 0.
bool begins_word(std::string_view text, std::size_t i) {
    const CharacterKind before = kind_of(text[i - 1]);
    const CharacterKind here = kind_of(text[i]);
    if ((before == CharacterKind::digit) != (here == CharacterKind::digit)) return true;
    if (here != CharacterKind::upper) return false;
    return before == CharacterKind::lower ||
           (i + 1 < text.size() && kind_of(text[i + 1]) == CharacterKind::lower);
}

} // namespace

std::vector<std::string_view> name_word_views(std::string_view name) {
    std::vector<std::string_view> words;
    std::size_t start = 0;
    const auto finish = [&](std::size_t end) {
        if (end > start) words.push_back(name.substr(start, end - start));
        start = end;
    };
    for (std::size_t i = 0; i < name.size(); ++i) {
        if (kind_of(name[i]) == CharacterKind::other) {
            finish(i);
            start = i + 1;
        } else if (i > start && begins_word(name, i)) {
            finish(i);
        }
    }
    finish(name.size());
    return words;
}

std::vector<std::string> name_words(std::string_view name) {
    std::vector<std::string> words;
    for (const std::string_view view : name_word_views(name)) {
        std::string& word = words.emplace_back(view);
        for (char& c : word) c = lowered(c);
    }
    return words;
}

} // namespace mien
