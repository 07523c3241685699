// What the program says to the person beside its work: warnings, progress, what went wrong.
#pragma once

#include <cstdio>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace mien {

/// Writes to standard error. That nobody listens any more (`mien ... 2>&1 | head`) ends no work: fmt::print
/// would throw.
template <typename... Arguments>
void tell(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    const std::string text = fmt::format(format, std::forward<Arguments>(arguments)...);
    (void)std::fwrite(text.data(), 1, text.size(), stderr);
}

} // namespace mien
