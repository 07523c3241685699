#include <algorithm>
#include <array>
#include <utility>

#include "render/objects_gl.h"
#include "render/rig_renderer.h"

namespace mien {
namespace {

/// Straight from premultiplied alpha, both sRGB code values, rounded.
void unmultiply(std::span<std::uint8_t> pixels) {
    for (std::size_t i = 0; i + 3 < pixels.size(); i += 4) {
        const unsigned alpha = pixels[i + 3];
        if (alpha == 255) continue;
        for (std::size_t c = i; c < i + 3; ++c)
            pixels[c] =
                alpha == 0
                    ? std::uint8_t{0}
                    : static_cast<std::uint8_t>(std::min((pixels[c] * 255u + alpha / 2) / alpha, 255u));
    }
}

} // namespace

struct OffscreenTarget::State {
    int width = 0;
    int height = 0;
    gl::Renderbuffer colour, depth, resolved_colour;
    gl::Framebuffer drawn, resolved; ///< without multisampling `resolved` is none

    static gl::Renderbuffer storage(GLenum format, int width, int height, int samples) {
        gl::Renderbuffer buffer = gl::make_renderbuffer();
        glBindRenderbuffer(GL_RENDERBUFFER, buffer.get());
        glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, width, height);
        glBindRenderbuffer(GL_RENDERBUFFER, 0);
        return buffer;
    }
};

Result<OffscreenTarget> OffscreenTarget::create(int width, int height, int samples) {
    GLint largest = 0;
    GLint most_samples = 0;
    glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &largest);
    glGetIntegerv(GL_MAX_SAMPLES, &most_samples);
    if (width < 1 || height < 1 || width > largest || height > largest)
        return fail(ErrorCode::unavailable,
                    "Cannot draw a picture of {}x{}: this driver draws 1 to {} pixels a side "
                    "(GL_MAX_RENDERBUFFER_SIZE)",
                    width, height, largest);
    const int used_samples = samples > 1 ? std::min(samples, most_samples) : 0;
    auto state = std::make_unique<State>();
    state->width = width;
    state->height = height;
    const gl::KeepFramebuffers keep;
    state->colour = State::storage(GL_RGBA8, width, height, used_samples);
    state->depth = State::storage(GL_DEPTH_COMPONENT24, width, height, used_samples);
    state->drawn = gl::make_framebuffer();
    glBindFramebuffer(GL_FRAMEBUFFER, state->drawn.get());
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, state->colour.get());
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, state->depth.get());
    GLenum complete = glCheckFramebufferStatus(GL_FRAMEBUFFER);
    if (used_samples > 0 && complete == GL_FRAMEBUFFER_COMPLETE) {
        state->resolved_colour = State::storage(GL_RGBA8, width, height, 0);
        state->resolved = gl::make_framebuffer();
        glBindFramebuffer(GL_FRAMEBUFFER, state->resolved.get());
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER,
                                  state->resolved_colour.get());
        complete = glCheckFramebufferStatus(GL_FRAMEBUFFER);
    }
    if (complete != GL_FRAMEBUFFER_COMPLETE)
        return fail(
            ErrorCode::unavailable,
            "Cannot draw a picture of {}x{} with {} samples a pixel on this machine (framebuffer status "
            "0x{:x}); ask for a smaller --size or fewer --samples",
            width, height, used_samples, complete);
    return OffscreenTarget(std::move(state));
}

OffscreenTarget::OffscreenTarget(std::unique_ptr<State> state) : state_(std::move(state)) {}
OffscreenTarget::OffscreenTarget(OffscreenTarget&&) noexcept = default;
OffscreenTarget& OffscreenTarget::operator=(OffscreenTarget&&) noexcept = default;
OffscreenTarget::~OffscreenTarget() = default;

void OffscreenTarget::bind() {
    glBindFramebuffer(GL_FRAMEBUFFER, state_->drawn.get());
}

Image OffscreenTarget::read() {
    Image picture(state_->width, state_->height, PixelFormat::rgba8);
    const gl::KeepFramebuffers keep;
    GLuint source = state_->drawn.get();
    if (state_->resolved) {
        glBindFramebuffer(GL_READ_FRAMEBUFFER, state_->drawn.get());
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, state_->resolved.get());
        glBlitFramebuffer(0, 0, state_->width, state_->height, 0, 0, state_->width, state_->height,
                          GL_COLOR_BUFFER_BIT, GL_NEAREST);
        source = state_->resolved.get();
    }
    glBindFramebuffer(GL_READ_FRAMEBUFFER, source);
    glReadPixels(0, 0, state_->width, state_->height, GL_RGBA, GL_UNSIGNED_BYTE, picture.pixels.data());
    for (int y = 0; y < picture.height / 2; ++y)
        std::swap_ranges(picture.row(y).begin(), picture.row(y).end(),
                         picture.row(picture.height - 1 - y).begin());
    unmultiply(picture.pixels);
    return picture;
}

} // namespace mien
