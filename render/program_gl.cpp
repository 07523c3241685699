#include "render/program_gl.h"

#include <algorithm>
#include <array>

#include "shaders/shaders.h"

namespace mien::gl {
namespace {

std::string first_line(std::string log) {
    log.resize(std::min(log.find_first_of("\n\0", 0, 2), log.size()));
    return log.empty() ? "the driver says nothing" : log;
}

Result<Shader> compile(GLenum stage, std::string_view name, const std::vector<std::string>& macros) {
    const std::string_view source = shader_source(name);
    const std::size_t version_end = source.find('\n');
    if (version_end == std::string_view::npos)
        return fail(ErrorCode::internal, "The shader {} is not in this program", name);
    // #version must stay the first line: macros go after it.
    std::string head(source.substr(0, version_end + 1));
    for (const std::string& macro : macros) head += "#define " + macro + "\n";
    head += "#line 2 0\n";
    const std::string_view body = source.substr(version_end + 1);
    const std::array<const GLchar*, 2> parts{head.data(), body.data()};
    const std::array<GLint, 2> lengths{static_cast<GLint>(head.size()), static_cast<GLint>(body.size())};
    Shader shader(glCreateShader(stage));
    glShaderSource(shader.get(), 2, parts.data(), lengths.data());
    glCompileShader(shader.get());
    GLint good = GL_FALSE;
    glGetShaderiv(shader.get(), GL_COMPILE_STATUS, &good);
    if (good == GL_TRUE) return shader;
    std::string log(4096, '\0');
    glGetShaderInfoLog(shader.get(), static_cast<GLsizei>(log.size()), nullptr, log.data());
    return fail(ErrorCode::unavailable, "The graphics driver does not compile the shader {}: {}", name,
                first_line(log));
}

} // namespace

Result<Program> make_program(const ProgramSource& source) {
    Program program(glCreateProgram());
    Result<Shader> vertex = compile(GL_VERTEX_SHADER, source.vertex, source.macros);
    if (!vertex) return pass_on(vertex);
    glAttachShader(program.get(), vertex->get());
    Shader fragment;
    if (!source.fragment.empty()) {
        Result<Shader> compiled = compile(GL_FRAGMENT_SHADER, source.fragment, source.macros);
        if (!compiled) return pass_on(compiled);
        fragment = std::move(*compiled);
        glAttachShader(program.get(), fragment.get());
    }
    if (!source.captured.empty())
        glTransformFeedbackVaryings(program.get(), static_cast<GLsizei>(source.captured.size()),
                                    source.captured.data(), GL_INTERLEAVED_ATTRIBS);
    glLinkProgram(program.get());
    GLint good = GL_FALSE;
    glGetProgramiv(program.get(), GL_LINK_STATUS, &good);
    if (good == GL_TRUE) return program;
    std::string log(4096, '\0');
    glGetProgramInfoLog(program.get(), static_cast<GLsizei>(log.size()), nullptr, log.data());
    return fail(ErrorCode::unavailable, "The graphics driver does not link the shader {}: {}", source.vertex,
                first_line(log));
}

} // namespace mien::gl
