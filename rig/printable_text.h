// Text of strangers (names in rig files) made fit for a terminal, a log line or a JSON file. Any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mien {

/// One line of valid UTF-8 without control characters: newlines, terminal escapes, NUL, invalid bytes and the
/// invisible characters that reorder text are shown as escapes (\n, \x1b, \u202e). Longer than `limit` bytes
/// is cut at a character, with an ellipsis.
[[nodiscard]] std::string printable(std::string_view text, std::size_t limit = 120);

/// The same text as valid UTF-8: each byte that belongs to no character becomes U+FFFD. Nothing else changes.
[[nodiscard]] std::string to_valid_utf8(std::string_view text);

[[nodiscard]] bool is_valid_utf8(std::string_view text);

} // namespace mien
