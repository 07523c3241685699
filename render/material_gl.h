// Materials and textures as the GPU has them. Private to render/.
#pragma once

#include <array>
#include <map>
#include <utility>
#include <vector>

#include <glm/mat3x2.hpp>

#include "render/objects_gl.h"
#include "render/surface_gl.h"
#include "rig/rig.h"

namespace mien::gl {

/// How a material is drawn, worked out once.
struct PreparedMaterial {
    Material values;
    SurfaceVariant variant;                   ///< without the vertices' part (vertex_colour)
    std::array<GLuint, map_count> textures{}; ///< 0 where it has none
    std::array<glm::mat3x2, map_count> uv_transforms{};
    std::array<float, map_count> uv_sets{};
};

/// All materials of a rig, and the textures they use: each uploaded once per colour space it is used in.
class MaterialSet {
public:
    /// The last material is what primitives without one get. Pictures larger than the driver's limit are
    /// halved until they fit.
    explicit MaterialSet(const Rig& rig);
    /// By the rig's material index; no_index is the plain one.
    [[nodiscard]] const PreparedMaterial& get(int material) const;

private:
    void prepare(const Rig& rig, const Material& material);
    GLuint texture(const Rig& rig, int index, bool srgb);

    std::vector<PreparedMaterial> materials_;
    std::map<std::pair<int, bool>, Texture> textures_;
};

/// Binds the material's textures and sets its uniforms; `program` is in use.
void apply(const PreparedMaterial& material, const SurfaceProgram& program);
/// Unbinds all texture units that apply() uses; unit 0 is left active.
void unbind_material_textures();

} // namespace mien::gl
