// What tests of drawing share: a context without a window, and every KHR_debug error and GL error fails the
// test.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "render/gl_context.h"
#include "render/rig_renderer.h"

namespace mien::test {

class GlTest : public testing::Test {
public:
    GlTest();
    ~GlTest() override;
    GlTest(const GlTest&) = delete;
    GlTest& operator=(const GlTest&) = delete;

protected:
    void SetUp() override;
    void TearDown() override;
    [[nodiscard]] const GlInfo& info() const { return context_->info(); }

    /// Draws into a picture of its own.
    [[nodiscard]] static Image picture(RigRenderer& renderer, const PosedRig& pose, const Camera& camera,
                                       int width, int height, const RenderStyle& style = {});
    /// The errors so far, which then no longer fail the test.
    [[nodiscard]] std::vector<std::string> take_errors();

private:
    std::optional<OffscreenContext> context_;
    std::unique_ptr<std::vector<std::string>> errors_;
};

} // namespace mien::test
