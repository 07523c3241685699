// The programs that draw surfaces, one per variant of shaders/surface.*, made when first needed. Private to
// render/.
#pragma once

#include <array>
#include <cstdint>
#include <map>

#include "base/result.h"
#include "render/program_gl.h"
#include "rig/rig.h"

namespace mien::gl {

/// The part of a blended surface that a draw call is about.
enum class AlphaPass : std::uint8_t { opaque, mask, solid, blend };

/// Which textures a material may have; the number is its texture unit and its place in the shader's arrays.
enum class Map : std::uint8_t { base, roughness, normal, occlusion, emissive };
inline constexpr std::size_t map_count = 5;

/// What a program is compiled for.
struct SurfaceVariant {
    Shading shading = Shading::metallic_roughness;
    AlphaPass alpha = AlphaPass::opaque;
    std::array<bool, map_count> maps{};
    bool double_sided = false;
    bool vertex_colour = false;
    bool second_uv = false;
    bool uv_transform = false;
    auto operator<=>(const SurfaceVariant&) const = default;
};

/// A program with its uniforms' places; -1 where the variant has none.
struct SurfaceProgram {
    Program program;
    GLint base_colour = -1;
    GLint emissive = -1;
    GLint shade_colour = -1;
    GLint metallic_roughness = -1;
    GLint alpha_cutoff = -1;
    GLint normal_scale = -1;
    GLint occlusion_strength = -1;
    GLint uv_transform = -1;
    GLint uv_set = -1;
};

/// The uniform block binding of `Scene`.
inline constexpr GLuint scene_binding = 0;

class SurfacePrograms {
public:
    /// The program of a variant, compiled at the first call. Errors: unavailable. The pointer stays valid.
    [[nodiscard]] Result<const SurfaceProgram*> get(const SurfaceVariant& variant);

private:
    std::map<SurfaceVariant, SurfaceProgram> programs_;
};

} // namespace mien::gl
