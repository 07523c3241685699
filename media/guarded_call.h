// libpng and libjpeg report errors by longjmp. This keeps the setjmp in one place.
#pragma once

#include <csetjmp>

namespace mien {

/// Runs `body` and returns true, or false where the library jumped to `escape` meanwhile. A jump skips
/// destructors: `body` and what it calls must own nothing; keep vectors and strings outside and refer to
/// them.
template <typename Body>
bool guarded_call(std::jmp_buf& escape, const Body& body) {
    if (setjmp(escape) != 0) return false; // NOLINT(cert-err52-cpp): the C libraries leave no choice
    body();
    return true;
}

} // namespace mien
