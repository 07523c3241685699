// What a driver cannot hold is said when the rig is loaded, with the number.
#include <string>

#include "render/deform_pass_gl.h"
#include "tests/gl/gl_test.h"
#include "tests/support/made_rigs.h"

namespace mien {
namespace {

using testing::Test;

class DriverLimits : public test::GlTest {
protected:
    static std::string error_with(const Rig& rig, const gl::Limits& limits) {
        const RigLayout layout = lay_out(rig);
        const Result<gl::DeformPass> pass =
            gl::DeformPass::create(layout, {.blending = MorphBlending::vertex_shader}, limits);
        if (pass) return {};
        EXPECT_EQ(pass.error().code, ErrorCode::unavailable);
        EXPECT_EQ(pass.error().message.find('\n'), std::string::npos);
        return pass.error().message;
    }
};

TEST_F(DriverLimits, WhatEveryDriverOfVersion33HasIsEnoughForLargeRigs) {
    const Rig rig = test::make_sheet({.side = 40, .targets = 1100, .touched = 0.3f, .joints = 2000});
    EXPECT_EQ(error_with(rig, {.texture_size = 1024, .array_layers = 256}), "");
}

TEST_F(DriverLimits, TooManyJointsAreRefusedByNumber) {
    const std::string message = error_with(test::make_sheet({.side = 4, .joints = 600}), {.texture_size = 2});
    EXPECT_NE(message.find("600 joints"), std::string::npos) << message;
    EXPECT_NE(message.find("at most 512"), std::string::npos) << message;
}

TEST_F(DriverLimits, TooManyTargetsAreRefusedByNumber) {
    const std::string message =
        error_with(test::make_sheet({.side = 4, .targets = 2000}), {.texture_size = 1});
    EXPECT_NE(message.find("2000 morph targets"), std::string::npos) << message;
    EXPECT_NE(message.find("at most 1024"), std::string::npos) << message;
}

TEST_F(DriverLimits, TooManyDeltasAreRefusedByNumber) {
    const std::string message =
        error_with(test::make_sheet({.side = 100, .targets = 60, .touched = 2.9f}), {.array_layers = 1});
    EXPECT_NE(message.find("600000 vertices"), std::string::npos) << message;
    EXPECT_NE(message.find("at most 524288"), std::string::npos) << message;
}

TEST_F(DriverLimits, APictureLargerThanTheDriverDrawsIsRefusedByNumber) {
    for (const auto& [width, height] : {std::pair(1 << 20, 10), std::pair(10, 1 << 20), std::pair(0, 10)}) {
        const Result<OffscreenTarget> target = OffscreenTarget::create(width, height, 4);
        ASSERT_FALSE(target);
        EXPECT_EQ(target.error().code, ErrorCode::unavailable);
        EXPECT_NE(target.error().message.find(std::to_string(width) + "x" + std::to_string(height)),
                  std::string::npos)
            << target.error().message;
    }
}

TEST_F(DriverLimits, MoreSamplesThanTheDriverHasAreCutDown) {
    EXPECT_TRUE(OffscreenTarget::create(16, 16, 1000));
}

} // namespace
} // namespace mien
