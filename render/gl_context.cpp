#include "render/gl_context.h"

#include <array>
#include <string_view>
#include <utility>

#include <dlfcn.h>

#include <glad/egl.h>
#include <glad/gl.h>

namespace mien {
namespace {

std::string text_of(const GLubyte* text) {
    return text == nullptr ? std::string() : std::string(reinterpret_cast<const char*>(text));
}

GlInfo describe_context() {
    GlInfo info;
    info.vendor = text_of(glGetString(GL_VENDOR));
    info.renderer = text_of(glGetString(GL_RENDERER));
    info.version = text_of(glGetString(GL_VERSION));
    info.software = is_software_renderer(info.renderer);
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &info.max_texture_size);
    glGetIntegerv(GL_MAX_SAMPLES, &info.max_samples);
    return info;
}

using GetProc = void (*(*)(const char* name))();

/// eglGetProcAddress of the system's libEGL, opened at run time so that a machine without it can still do
/// everything that draws nothing. The library stays loaded: drivers register exit handlers.
GetProc egl_get_proc() {
    static const GetProc function = []() -> GetProc {
        void* library = ::dlopen("libEGL.so.1", RTLD_NOW | RTLD_LOCAL);
        if (library == nullptr) return nullptr;
        return reinterpret_cast<GetProc>(::dlsym(library, "eglGetProcAddress"));
    }();
    return function;
}

/// Displays that need no window system, best first: Mesa's surfaceless platform (a GPU it drives, else
/// llvmpipe), then the first device of drivers that have only the device platform.
EGLDisplay windowless_display() {
    if (GLAD_EGL_EXT_platform_base == 0) return EGL_NO_DISPLAY;
    if (GLAD_EGL_MESA_platform_surfaceless != 0) {
        const EGLDisplay display =
            eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
        if (display != EGL_NO_DISPLAY && eglInitialize(display, nullptr, nullptr) == EGL_TRUE) return display;
    }
    EGLDeviceEXT device = nullptr;
    EGLint count = 0;
    if (GLAD_EGL_EXT_platform_device == 0 || eglQueryDevicesEXT == nullptr ||
        eglQueryDevicesEXT(1, &device, &count) != EGL_TRUE || count < 1)
        return EGL_NO_DISPLAY;
    const EGLDisplay display = eglGetPlatformDisplayEXT(EGL_PLATFORM_DEVICE_EXT, device, nullptr);
    if (display != EGL_NO_DISPLAY && eglInitialize(display, nullptr, nullptr) == EGL_TRUE) return display;
    return EGL_NO_DISPLAY;
}

constexpr const char* egl_advice = "install a driver (Debian: libegl1 libgl1-mesa-dri)";

} // namespace

bool is_software_renderer(std::string_view renderer) {
    for (const std::string_view name : {"llvmpipe", "softpipe", "swrast", "SWR", "SwiftShader"})
        if (renderer.find(name) != std::string_view::npos) return true;
    return false;
}

struct OffscreenContext::State {
    EGLDisplay display = EGL_NO_DISPLAY;
    EGLContext context = EGL_NO_CONTEXT;
    GlInfo info;

    State() = default;
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    // The display is not terminated: EGL has one for the whole process, and other contexts may live on it.
    ~State() {
        if (context == EGL_NO_CONTEXT) return;
        eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        eglDestroyContext(display, context);
    }
};

Result<OffscreenContext> OffscreenContext::create() {
    const GetProc get_proc = egl_get_proc();
    if (get_proc == nullptr)
        return fail(ErrorCode::unavailable, "Cannot draw without a window: libEGL.so.1 is missing; {}",
                    egl_advice);
    gladLoadEGL(EGL_NO_DISPLAY, get_proc); // the functions and extensions that need no display
    auto state = std::make_unique<State>();
    state->display = windowless_display();
    if (state->display == EGL_NO_DISPLAY)
        return fail(ErrorCode::unavailable,
                    "Cannot draw without a window: EGL offers no surfaceless display; {}", egl_advice);
    if (gladLoadEGL(state->display, get_proc) == 0 || eglBindAPI(EGL_OPENGL_API) != EGL_TRUE)
        return fail(ErrorCode::unavailable,
                    "Cannot draw without a window: this EGL has no desktop OpenGL; {}", egl_advice);
    const std::array<EGLint, 5> wanted{EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    if (eglChooseConfig(state->display, wanted.data(), &config, 1, &count) != EGL_TRUE || count < 1)
        return fail(ErrorCode::unavailable,
                    "Cannot draw without a window: EGL has no configuration for OpenGL; {}", egl_advice);
    const std::array<EGLint, 7> version{EGL_CONTEXT_MAJOR_VERSION,
                                        3,
                                        EGL_CONTEXT_MINOR_VERSION,
                                        3,
                                        EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                        EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                        EGL_NONE};
    state->context = eglCreateContext(state->display, config, EGL_NO_CONTEXT, version.data());
    if (state->context == EGL_NO_CONTEXT)
        return fail(ErrorCode::unavailable,
                    "Cannot draw without a window: EGL {} by {} makes no OpenGL 3.3 core context; {}",
                    eglQueryString(state->display, EGL_VERSION), eglQueryString(state->display, EGL_VENDOR),
                    egl_advice);
    if (eglMakeCurrent(state->display, EGL_NO_SURFACE, EGL_NO_SURFACE, state->context) != EGL_TRUE)
        return fail(ErrorCode::unavailable, "Cannot draw without a window: EGL needs a surface; {}",
                    egl_advice);
    Result<GlInfo> info =
        load_gl([](const char* name) { return reinterpret_cast<void*>(egl_get_proc()(name)); });
    if (!info) return pass_on(info);
    state->info = std::move(*info);
    return OffscreenContext(std::move(state));
}

OffscreenContext::OffscreenContext(std::unique_ptr<State> state) : state_(std::move(state)) {}
OffscreenContext::OffscreenContext(OffscreenContext&&) noexcept = default;
OffscreenContext& OffscreenContext::operator=(OffscreenContext&&) noexcept = default;
OffscreenContext::~OffscreenContext() = default;

const GlInfo& OffscreenContext::info() const {
    return state_->info;
}

Result<GlInfo> load_gl(void* (*get_proc)(const char* name)) {
    const auto load = [](void* user, const char* name) {
        const auto function = *static_cast<void* (**)(const char*)>(user);
        return reinterpret_cast<GLADapiproc>(function(name));
    };
    const int version = gladLoadGLUserPtr(load, &get_proc);
    if (version == 0)
        return fail(ErrorCode::unavailable,
                    "Cannot draw: no OpenGL context is current, or its driver is damaged");
    if (GLAD_VERSION_MAJOR(version) * 10 + GLAD_VERSION_MINOR(version) < 33)
        return fail(ErrorCode::unavailable,
                    "Cannot draw: OpenGL 3.3 is needed, this context has {} ({}); update the graphics driver",
                    text_of(glGetString(GL_VERSION)), text_of(glGetString(GL_RENDERER)));
    return describe_context();
}

} // namespace mien
