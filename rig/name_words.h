// The words in a name of a rig, whichever way they are set apart. Any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mien {

/// "EyeBlink_L", "eye-blink l" and "eyeBlinkL" all give "eye", "blink", "l": small letters, cut at capitals,
/// numbers and whatever is neither letter nor digit of ASCII. Runs of capitals stay one word, their last
/// belongs to a small letter behind it ("LShape": "l", "shape").
[[nodiscard]] std::vector<std::string> name_words(std::string_view name);

/// The same words as they stand in the name, in its own spelling; they live as long as what `name` views.
[[nodiscard]] std::vector<std::string_view> name_word_views(std::string_view name);

} // namespace mien
