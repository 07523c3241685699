#include "tests/gl/gl_test.h"

#include <utility>

#include <glad/gl.h>

namespace mien::test {
namespace {

void GLAD_API_PTR on_message(GLenum, GLenum type, GLuint, GLenum severity, GLsizei length,
                             const GLchar* message, const void* user) {
    if (type != GL_DEBUG_TYPE_ERROR && type != GL_DEBUG_TYPE_UNDEFINED_BEHAVIOR &&
        severity != GL_DEBUG_SEVERITY_HIGH)
        return;
    auto* errors = static_cast<std::vector<std::string>*>(const_cast<void*>(user));
    errors->emplace_back(message, static_cast<std::size_t>(length));
}

} // namespace

GlTest::GlTest() : errors_(std::make_unique<std::vector<std::string>>()) {}
GlTest::~GlTest() = default;

void GlTest::SetUp() {
    Result<OffscreenContext> context = OffscreenContext::create();
    ASSERT_TRUE(context) << context.error().message;
    context_.emplace(std::move(*context));
    ASSERT_NE(GLAD_GL_KHR_debug, 0) << "tests need a driver with KHR_debug";
    glEnable(GL_DEBUG_OUTPUT);
    glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
    glDebugMessageCallback(on_message, errors_.get());
}

void GlTest::TearDown() {
    EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
    for (const std::string& error : *errors_) ADD_FAILURE() << "the driver reports: " << error;
    glDebugMessageCallback(nullptr, nullptr);
}

std::vector<std::string> GlTest::take_errors() {
    while (glGetError() != GL_NO_ERROR) {
    }
    return std::exchange(*errors_, {});
}

Image GlTest::picture(RigRenderer& renderer, const PosedRig& pose, const Camera& camera, int width,
                      int height, const RenderStyle& style) {
    Result<OffscreenTarget> target = OffscreenTarget::create(width, height, style.samples);
    if (!target) {
        ADD_FAILURE() << target.error().message;
        return {};
    }
    target->bind();
    renderer.draw(pose, camera, style, width, height);
    Image result = target->read();
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    return result;
}

} // namespace mien::test
