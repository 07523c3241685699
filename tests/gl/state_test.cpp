// Drawing shares its context with Qt and others: what it changes it puts back.
#include <map>
#include <string>

#include "tests/gl/gl_test.h"
#include "tests/support/made_rigs.h"

#include <glad/gl.h>

namespace mien {
namespace {

using StateValues = std::map<std::string, std::vector<double>>;

void read_value(StateValues& state, const char* name, GLenum what) {
    double values[16] = {};
    glGetDoublev(what, values);
    state[name].assign(values, values + 16);
}

void read_texture_units(StateValues& state) {
    GLint active = 0;
    glGetIntegerv(GL_ACTIVE_TEXTURE, &active);
    GLint units = 0;
    glGetIntegerv(GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS, &units);
    for (GLint unit = 0; unit < units; ++unit) {
        glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
        const std::string name = "unit " + std::to_string(unit);
        read_value(state, (name + " 2D").c_str(), GL_TEXTURE_BINDING_2D);
        read_value(state, (name + " 2D array").c_str(), GL_TEXTURE_BINDING_2D_ARRAY);
        read_value(state, (name + " buffer").c_str(), GL_TEXTURE_BINDING_BUFFER);
        read_value(state, (name + " cube").c_str(), GL_TEXTURE_BINDING_CUBE_MAP);
        read_value(state, (name + " sampler").c_str(), GL_SAMPLER_BINDING);
    }
    glActiveTexture(static_cast<GLenum>(active));
}

void read_indexed_bindings(StateValues& state) {
    for (GLuint i = 0; i < 8; ++i) {
        GLint64 uniform = 0;
        glGetInteger64i_v(GL_UNIFORM_BUFFER_BINDING, i, &uniform);
        state["uniform buffer " + std::to_string(i)] = {static_cast<double>(uniform)};
    }
    for (GLuint i = 0; i < 4; ++i) {
        GLint64 feedback = 0;
        glGetInteger64i_v(GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, i, &feedback);
        state["feedback buffer " + std::to_string(i)] = {static_cast<double>(feedback)};
    }
}

/// All that a neighbour in the context could trip over, except the framebuffer, which is the caller's, and
/// the viewport, which draw() sets.
StateValues read_state() {
    StateValues state;
#define MIEN_READ(what) read_value(state, #what, what)
    MIEN_READ(GL_ACTIVE_TEXTURE);
    MIEN_READ(GL_ARRAY_BUFFER_BINDING);
    MIEN_READ(GL_BLEND);
    MIEN_READ(GL_BLEND_COLOR);
    MIEN_READ(GL_BLEND_DST_ALPHA);
    MIEN_READ(GL_BLEND_DST_RGB);
    MIEN_READ(GL_BLEND_EQUATION_ALPHA);
    MIEN_READ(GL_BLEND_EQUATION_RGB);
    MIEN_READ(GL_BLEND_SRC_ALPHA);
    MIEN_READ(GL_BLEND_SRC_RGB);
    MIEN_READ(GL_COLOR_CLEAR_VALUE);
    MIEN_READ(GL_COLOR_LOGIC_OP);
    MIEN_READ(GL_COLOR_WRITEMASK);
    MIEN_READ(GL_CULL_FACE);
    MIEN_READ(GL_CULL_FACE_MODE);
    MIEN_READ(GL_CURRENT_PROGRAM);
    MIEN_READ(GL_DEPTH_CLEAR_VALUE);
    MIEN_READ(GL_DEPTH_FUNC);
    MIEN_READ(GL_DEPTH_RANGE);
    MIEN_READ(GL_DEPTH_TEST);
    MIEN_READ(GL_DEPTH_WRITEMASK);
    MIEN_READ(GL_DITHER);
    MIEN_READ(GL_DRAW_FRAMEBUFFER_BINDING);
    MIEN_READ(GL_ELEMENT_ARRAY_BUFFER_BINDING);
    MIEN_READ(GL_FRAMEBUFFER_SRGB);
    MIEN_READ(GL_FRONT_FACE);
    MIEN_READ(GL_LINE_WIDTH);
    MIEN_READ(GL_MULTISAMPLE);
    MIEN_READ(GL_PACK_ALIGNMENT);
    MIEN_READ(GL_PACK_ROW_LENGTH);
    MIEN_READ(GL_PIXEL_PACK_BUFFER_BINDING);
    MIEN_READ(GL_PIXEL_UNPACK_BUFFER_BINDING);
    MIEN_READ(GL_POLYGON_MODE);
    MIEN_READ(GL_POLYGON_OFFSET_FACTOR);
    MIEN_READ(GL_POLYGON_OFFSET_FILL);
    MIEN_READ(GL_POLYGON_OFFSET_UNITS);
    MIEN_READ(GL_PRIMITIVE_RESTART);
    MIEN_READ(GL_PROGRAM_POINT_SIZE);
    MIEN_READ(GL_RASTERIZER_DISCARD);
    MIEN_READ(GL_READ_FRAMEBUFFER_BINDING);
    MIEN_READ(GL_RENDERBUFFER_BINDING);
    MIEN_READ(GL_SAMPLE_ALPHA_TO_COVERAGE);
    MIEN_READ(GL_SAMPLE_COVERAGE);
    MIEN_READ(GL_SCISSOR_BOX);
    MIEN_READ(GL_SCISSOR_TEST);
    MIEN_READ(GL_STENCIL_TEST);
    MIEN_READ(GL_TRANSFORM_FEEDBACK_BUFFER_BINDING);
    MIEN_READ(GL_UNIFORM_BUFFER_BINDING);
    MIEN_READ(GL_UNPACK_ALIGNMENT);
    MIEN_READ(GL_UNPACK_ROW_LENGTH);
    MIEN_READ(GL_VERTEX_ARRAY_BINDING);
#undef MIEN_READ
    read_texture_units(state);
    read_indexed_bindings(state);
    return state;
}

void expect_same(const StateValues& before, const StateValues& after) {
    for (const auto& [name, values] : before) EXPECT_EQ(values, after.at(name)) << name;
}

class GlState : public test::GlTest, public testing::WithParamInterface<MorphBlending> {};

TEST_P(GlState, IsLeftAsAFreshContextHasIt) {
    Result<OffscreenTarget> target = OffscreenTarget::create(64, 64, 4);
    ASSERT_TRUE(target);
    target->bind();
    const StateValues fresh = read_state();
    const Rig rig = test::make_head();
    Result<RigRenderer> renderer = RigRenderer::create(rig, {.blending = GetParam()});
    ASSERT_TRUE(renderer) << renderer.error().message;
    {
        SCOPED_TRACE("making a renderer");
        expect_same(fresh, read_state());
    }
    PosedRig pose = test::rest_of(rig);
    test::set_weight(pose, 0, 1);
    for (int frame = 0; frame < 2; ++frame) {
        renderer->draw(pose, Camera{.target = {0, 1.6f, 0}}, {.background = glm::vec4(1, 0, 0, 0.5f)}, 64,
                       64);
        SCOPED_TRACE("drawing");
        expect_same(fresh, read_state());
    }
    ASSERT_TRUE(renderer->read_vertices(pose));
    {
        SCOPED_TRACE("reading vertices");
        expect_same(fresh, read_state());
    }
    ASSERT_FALSE(target->read().empty());
    {
        SCOPED_TRACE("reading the picture");
        expect_same(fresh, read_state());
    }
    {
        const Result<OffscreenTarget> other = OffscreenTarget::create(32, 32, 4);
        ASSERT_TRUE(other);
    }
    SCOPED_TRACE("another target, made and gone");
    expect_same(fresh, read_state());
}

// As when a window is docked and undocked: everything is made again in another context.
TEST_P(GlState, RenderersComeAndGoWithTheirContexts) {
    const Rig rig = test::make_head();
    const PosedRig pose = test::rest_of(rig);
    for (int round = 0; round < 10; ++round) {
        Result<RigRenderer> renderer = RigRenderer::create(rig, {.blending = GetParam()});
        ASSERT_TRUE(renderer) << renderer.error().message;
        ASSERT_TRUE(renderer->read_vertices(pose));
    }
}

INSTANTIATE_TEST_SUITE_P(Blending, GlState,
                         testing::Values(MorphBlending::vertex_shader, MorphBlending::processor),
                         [](const testing::TestParamInfo<MorphBlending>& blending) -> std::string {
                             return blending.param == MorphBlending::vertex_shader ? "VertexShader"
                                                                                   : "Processor";
                         });

} // namespace
} // namespace mien
