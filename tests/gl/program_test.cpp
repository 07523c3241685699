// Every pair of a surface's features compiles together: what the build checks is fewer variants than rigs can
// ask for.
#include <string>

#include "render/surface_gl.h"
#include "tests/gl/gl_test.h"

namespace mien {
namespace {

using gl::AlphaPass;
using gl::SurfaceVariant;
using SurfacePrograms = test::GlTest;

/// Switches feature `number` of a variant on: maps first, then the rest.
constexpr std::size_t feature_count = gl::map_count + 4;
void switch_on(SurfaceVariant& variant, std::size_t number) {
    if (number < gl::map_count) variant.maps[number] = true;
    if (number == gl::map_count) variant.double_sided = true;
    if (number == gl::map_count + 1) variant.vertex_colour = true;
    if (number == gl::map_count + 2) variant.second_uv = true;
    if (number == gl::map_count + 3) variant.uv_transform = true;
}

TEST_F(SurfacePrograms, AnyTwoFeaturesCompileTogetherInEveryShading) {
    gl::SurfacePrograms programs;
    for (const Shading shading : {Shading::metallic_roughness, Shading::unlit, Shading::toon})
        for (std::size_t first = 0; first < feature_count; ++first)
            for (std::size_t second = first; second < feature_count; ++second) {
                SurfaceVariant variant;
                variant.shading = shading;
                variant.alpha = static_cast<AlphaPass>((first + second) % 4);
                switch_on(variant, first);
                switch_on(variant, second);
                const Result<const gl::SurfaceProgram*> program = programs.get(variant);
                EXPECT_TRUE(program) << program.error().message << ", features " << first << " and "
                                     << second;
            }
}

TEST_F(SurfacePrograms, AllFeaturesCompileTogetherInEveryShadingAndPass) {
    gl::SurfacePrograms programs;
    for (const Shading shading : {Shading::metallic_roughness, Shading::unlit, Shading::toon})
        for (const AlphaPass alpha :
             {AlphaPass::opaque, AlphaPass::mask, AlphaPass::solid, AlphaPass::blend}) {
            SurfaceVariant variant;
            variant.shading = shading;
            variant.alpha = alpha;
            for (std::size_t feature = 0; feature < feature_count; ++feature) switch_on(variant, feature);
            const Result<const gl::SurfaceProgram*> program = programs.get(variant);
            EXPECT_TRUE(program) << program.error().message;
        }
}

TEST_F(SurfacePrograms, AVariantIsMadeOnce) {
    gl::SurfacePrograms programs;
    const Result<const gl::SurfaceProgram*> first = programs.get({});
    ASSERT_TRUE(first);
    (void)programs.get({.shading = Shading::unlit});
    EXPECT_EQ(*programs.get({}), *first);
}

TEST_F(SurfacePrograms, AShaderThatDoesNotCompileIsAnErrorOfOneLine) {
    const Result<gl::Program> program = gl::make_program({.vertex = "surface.vert",
                                                          .fragment = "surface.frag",
                                                          .macros = {"UNLIT this_is_no_glsl("},
                                                          .captured = {}});
    ASSERT_TRUE(program) << "a macro nobody uses does no harm";
    const Result<gl::Program> broken = gl::make_program(
        {.vertex = "surface.vert", .fragment = "surface.frag", .macros = {"main 3"}, .captured = {}});
    ASSERT_FALSE(broken);
    EXPECT_EQ(broken.error().code, ErrorCode::unavailable);
    EXPECT_NE(broken.error().message.find("surface.vert"), std::string::npos) << broken.error().message;
    EXPECT_EQ(broken.error().message.find('\n'), std::string::npos);
    EXPECT_EQ(
        gl::make_program({.vertex = "none.vert", .fragment = {}, .macros = {}, .captured = {}}).error().code,
        ErrorCode::internal);
    (void)take_errors();
}

} // namespace
} // namespace mien
