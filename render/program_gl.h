// GLSL programs from the embedded shaders. Private to render/.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "render/objects_gl.h"

namespace mien::gl {

/// What to compile: files of shaders/, macros that choose the variant, and outputs to capture by transform
/// feedback, interleaved.
struct ProgramSource {
    std::string_view vertex;
    std::string_view fragment; ///< empty: none (transform feedback only)
    std::vector<std::string> macros;
    std::vector<const char*> captured;
};

/// Compiles and links. Errors: unavailable with the first line of the driver's log: the build checked the
/// shaders, so what fails here is the driver's doing.
[[nodiscard]] Result<Program> make_program(const ProgramSource& source);

/// Where a uniform is, -1 where the variant has none (GL ignores -1).
[[nodiscard]] inline GLint uniform(const Program& program, const char* name) {
    return glGetUniformLocation(program.get(), name);
}

} // namespace mien::gl
