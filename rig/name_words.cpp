#include "rig/name_words.h"

#include <cstddef>
#include <cstdint>
#include <utility>

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

std::vector<std::string> name_words(std::string_view name) {
    std::vector<std::string> words;
    std::string word;
    const auto finish = [&] {
        if (!word.empty()) words.push_back(std::exchange(word, {}));
    };
    for (std::size_t i = 0; i < name.size(); ++i) {
        if (kind_of(name[i]) == CharacterKind::other) {
            finish();
            continue;
        }
        if (i > 0 && begins_word(name, i)) finish();
        word += lowered(name[i]);
    }
    finish();
    return words;
}

} // namespace mien
