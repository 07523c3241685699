// An OpenGL 3.3 core context without a window: surfaceless EGL (llvmpipe in tests, a GPU where there is one).
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"

namespace mien {

/// True for the GL_RENDERER of drivers that draw with the processor: llvmpipe, softpipe, swrast, SwiftShader.
[[nodiscard]] bool is_software_renderer(std::string_view renderer);

/// What the driver says of itself.
struct GlInfo {
    std::string vendor;
    std::string renderer;
    std::string version;
    bool software = false; ///< see is_software_renderer
    int max_texture_size = 0;
    int max_samples = 0;
};

/// Current on the thread that made it until destroyed there.
class OffscreenContext {
public:
    /// Errors: unavailable, saying what is missing (EGL, OpenGL 3.3) and what this machine offers.
    [[nodiscard]] static Result<OffscreenContext> create();
    OffscreenContext(OffscreenContext&&) noexcept;
    OffscreenContext& operator=(OffscreenContext&&) noexcept;
    ~OffscreenContext();
    [[nodiscard]] const GlInfo& info() const;

private:
    struct State;
    explicit OffscreenContext(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

/// Loads the GL functions of a context that somebody else made current (Qt, GLFW). `get_proc` as
/// glfwGetProcAddress. Once per context's thread. Errors: unavailable where it is older than 3.3 core (the
/// message names what it is).
[[nodiscard]] Result<GlInfo> load_gl(void* (*get_proc)(const char* name));

} // namespace mien
