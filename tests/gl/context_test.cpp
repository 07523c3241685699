#include "render/gl_context.h"

#include <gtest/gtest.h>

namespace mien {
namespace {

TEST(GlContext, SaysWhatTheDriverIs) {
    const Result<OffscreenContext> context = OffscreenContext::create();
    ASSERT_TRUE(context) << context.error().message;
    EXPECT_FALSE(context->info().renderer.empty());
    EXPECT_FALSE(context->info().version.empty());
    EXPECT_GE(context->info().max_texture_size, 1024);
    EXPECT_GE(context->info().max_samples, 1);
    EXPECT_EQ(context->info().software, is_software_renderer(context->info().renderer));
}

TEST(GlContext, SoftwareRenderersAreKnownByName) {
    EXPECT_TRUE(is_software_renderer("llvmpipe (LLVM 15.0.6, 256 bits)"));
    EXPECT_TRUE(is_software_renderer("softpipe"));
    EXPECT_TRUE(is_software_renderer("Google SwiftShader"));
    EXPECT_FALSE(is_software_renderer("AMD Radeon RX 6600 (navi23, LLVM 15.0.6, DRM 3.49)"));
    EXPECT_FALSE(is_software_renderer("NVIDIA GeForce RTX 3060/PCIe/SSE2"));
}

TEST(GlContext, ComesAndGoesManyTimes) {
    for (int i = 0; i < 20; ++i) {
        const Result<OffscreenContext> context = OffscreenContext::create();
        ASSERT_TRUE(context) << context.error().message;
    }
}

TEST(GlContext, WithoutAContextLoadingIsRefused) {
    const Result<GlInfo> info = load_gl([](const char*) -> void* { return nullptr; });
    ASSERT_FALSE(info);
    EXPECT_EQ(info.error().code, ErrorCode::unavailable);
    EXPECT_NE(info.error().message.find("OpenGL"), std::string::npos);
    // And the functions of a real context are there again afterwards.
    EXPECT_TRUE(OffscreenContext::create());
}

} // namespace
} // namespace mien
