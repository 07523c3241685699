// The program's version.
#pragma once

namespace mien {

/// "0.1.0": the project's version in CMakeLists.txt.
[[nodiscard]] constexpr const char* version() {
    return MIEN_VERSION;
}

} // namespace mien
