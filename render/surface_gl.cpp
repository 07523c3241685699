#include "render/surface_gl.h"

#include <string>
#include <utility>
#include <vector>

namespace mien::gl {
namespace {

constexpr std::array<const char*, map_count> map_macros{"BASE_TEXTURE", "ROUGHNESS_TEXTURE", "NORMAL_TEXTURE",
                                                        "OCCLUSION_TEXTURE", "EMISSIVE_TEXTURE"};
constexpr std::array<const char*, map_count> map_samplers{
    "base_texture", "roughness_texture", "normal_texture", "occlusion_texture", "emissive_texture"};

std::vector<std::string> macros_of(const SurfaceVariant& variant) {
    std::vector<std::string> macros;
    if (variant.shading == Shading::unlit) macros.emplace_back("UNLIT");
    if (variant.shading == Shading::toon) macros.emplace_back("TOON");
    switch (variant.alpha) {
    case AlphaPass::opaque:
        break;
    case AlphaPass::mask:
        macros.emplace_back("ALPHA_MASK");
        break;
    case AlphaPass::solid:
        macros.emplace_back("ALPHA_SOLID");
        break;
    case AlphaPass::blend:
        macros.emplace_back("ALPHA_BLEND");
        break;
    }
    for (std::size_t map = 0; map < map_count; ++map)
        if (variant.maps[map]) macros.emplace_back(map_macros[map]);
    if (variant.double_sided) macros.emplace_back("DOUBLE_SIDED");
    if (variant.vertex_colour) macros.emplace_back("VERTEX_COLOUR");
    if (variant.second_uv) macros.emplace_back("SECOND_UV");
    if (variant.uv_transform) macros.emplace_back("UV_TRANSFORM");
    return macros;
}

} // namespace

Result<const SurfaceProgram*> SurfacePrograms::get(const SurfaceVariant& variant) {
    if (const auto found = programs_.find(variant); found != programs_.end()) return &found->second;
    Result<Program> program = make_program(
        {.vertex = "surface.vert", .fragment = "surface.frag", .macros = macros_of(variant), .captured = {}});
    if (!program) return pass_on(program);
    SurfaceProgram made;
    made.program = std::move(*program);
    made.base_colour = uniform(made.program, "base_colour");
    made.emissive = uniform(made.program, "emissive");
    made.shade_colour = uniform(made.program, "shade_colour");
    made.metallic_roughness = uniform(made.program, "metallic_roughness");
    made.alpha_cutoff = uniform(made.program, "alpha_cutoff");
    made.normal_scale = uniform(made.program, "normal_scale");
    made.occlusion_strength = uniform(made.program, "occlusion_strength");
    made.uv_transform = uniform(made.program, "uv_transform");
    made.uv_set = uniform(made.program, "uv_set");
    glUniformBlockBinding(made.program.get(), glGetUniformBlockIndex(made.program.get(), "Scene"),
                          scene_binding);
    glUseProgram(made.program.get());
    for (std::size_t map = 0; map < map_count; ++map)
        glUniform1i(uniform(made.program, map_samplers[map]), static_cast<GLint>(map));
    glUseProgram(0);
    return &programs_.emplace(variant, std::move(made)).first->second;
}

} // namespace mien::gl
