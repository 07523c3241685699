// The GLSL of this folder, embedded at build time with its includes put in and checked by glslangValidator.
#pragma once

#include <string_view>

namespace mien {

/// The source of a shader by its file's name ("deform.vert"), for GLSL 3.30; the first line is #version.
/// Empty where there is no such file. Static storage; any thread.
[[nodiscard]] std::string_view shader_source(std::string_view name);

} // namespace mien
