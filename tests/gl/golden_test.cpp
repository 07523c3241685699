// Pictures against those that were looked at. `MIEN_ACCEPT_GOLDEN=NAME` in the environment takes a new one.
#include "tests/gl/gl_test.h"
#include "tests/gl/golden.h"
#include "tests/support/made_rigs.h"

namespace mien {
namespace {

class Golden : public test::GlTest {
protected:
    static Image head(const PosedRig& pose, const Camera& camera, const RenderStyle& style = {}) {
        Result<RigRenderer> renderer = RigRenderer::create(test::make_head());
        if (!renderer) {
            ADD_FAILURE() << renderer.error().message;
            return {};
        }
        return picture(*renderer, pose, camera, 256, 256, style);
    }
};

TEST_F(Golden, HeadAtRestFromTheFront) {
    const Rig rig = test::make_head();
    test::expect_golden("head_front", head(test::rest_of(rig), {.target = {0, 1.6f, 0}, .distance = 0.7f}));
}

TEST_F(Golden, HeadWithAllItsMorphsFromTheSideOnNothing) {
    const Rig rig = test::make_head();
    PosedRig pose = test::rest_of(rig);
    for (std::size_t t = 0; t < 3; ++t) test::set_weight(pose, t, 0.8f);
    Camera camera{.target = {0, 1.58f, 0}, .distance = 0.75f};
    camera.yaw = 40;
    camera.pitch = 12;
    test::expect_golden("head_morphs_transparent", head(pose, camera, {.background = glm::vec4(0)}));
}

TEST_F(Golden, SheetBentByItsJoints) {
    const Rig rig = test::make_sheet({.side = 48, .targets = 20, .joints = 12});
    PosedRig pose = test::rest_of(rig);
    test::bend(pose, 0.5f);
    for (std::size_t t = 0; t < 20; ++t) test::set_weight(pose, t, t % 3 == 0 ? 1.0f : 0.0f);
    Result<RigRenderer> renderer = RigRenderer::create(rig);
    ASSERT_TRUE(renderer);
    Camera camera{.distance = 3};
    camera.yaw = -30;
    test::expect_golden("sheet_bent", picture(*renderer, pose, camera, 256, 256));
}

} // namespace
} // namespace mien
