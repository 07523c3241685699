// Owners of GL names. Private to render/. Each belongs to the context that was current when it was made and
// must die there.
#pragma once

#include <utility>

#include <glad/gl.h>

namespace mien::gl {

/// A GL name that its owner deletes; 0 is none.
template <typename Delete>
class Name {
public:
    Name() = default;
    explicit Name(GLuint name) : name_(name) {}
    Name(Name&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
    Name& operator=(Name&& other) noexcept {
        std::swap(name_, other.name_);
        return *this;
    }
    ~Name() {
        if (name_ != 0) Delete()(name_);
    }
    [[nodiscard]] GLuint get() const { return name_; }
    explicit operator bool() const { return name_ != 0; }

private:
    GLuint name_ = 0;
};

struct DeleteBuffer {
    void operator()(GLuint name) const { glDeleteBuffers(1, &name); }
};
struct DeleteTexture {
    void operator()(GLuint name) const { glDeleteTextures(1, &name); }
};
struct DeleteVertexArray {
    void operator()(GLuint name) const { glDeleteVertexArrays(1, &name); }
};
struct DeleteFramebuffer {
    void operator()(GLuint name) const { glDeleteFramebuffers(1, &name); }
};
struct DeleteRenderbuffer {
    void operator()(GLuint name) const { glDeleteRenderbuffers(1, &name); }
};
struct DeleteProgram {
    void operator()(GLuint name) const { glDeleteProgram(name); }
};
struct DeleteShader {
    void operator()(GLuint name) const { glDeleteShader(name); }
};

using Buffer = Name<DeleteBuffer>;
using Texture = Name<DeleteTexture>;
using VertexArray = Name<DeleteVertexArray>;
using Framebuffer = Name<DeleteFramebuffer>;
using Renderbuffer = Name<DeleteRenderbuffer>;
using Program = Name<DeleteProgram>;
using Shader = Name<DeleteShader>;

/// Puts the bound framebuffers back at the end of its life.
class KeepFramebuffers {
public:
    KeepFramebuffers() {
        glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &draw_);
        glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &read_);
    }
    KeepFramebuffers(const KeepFramebuffers&) = delete;
    KeepFramebuffers& operator=(const KeepFramebuffers&) = delete;
    ~KeepFramebuffers() {
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(draw_));
        glBindFramebuffer(GL_READ_FRAMEBUFFER, static_cast<GLuint>(read_));
    }

private:
    GLint draw_ = 0;
    GLint read_ = 0;
};

template <typename Owner>
[[nodiscard]] Owner generate(void (*function)(GLsizei, GLuint*)) {
    GLuint name = 0;
    function(1, &name);
    return Owner(name);
}
[[nodiscard]] inline Buffer make_buffer() {
    return generate<Buffer>(glGenBuffers);
}
[[nodiscard]] inline Texture make_texture() {
    return generate<Texture>(glGenTextures);
}
[[nodiscard]] inline VertexArray make_vertex_array() {
    return generate<VertexArray>(glGenVertexArrays);
}
[[nodiscard]] inline Framebuffer make_framebuffer() {
    return generate<Framebuffer>(glGenFramebuffers);
}
[[nodiscard]] inline Renderbuffer make_renderbuffer() {
    return generate<Renderbuffer>(glGenRenderbuffers);
}

} // namespace mien::gl
