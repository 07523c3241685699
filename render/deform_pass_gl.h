// Moves every vertex of a rig once a frame, in the vertex shader, into a buffer that the drawing passes read.
// Private to render/.
#pragma once

#include <span>
#include <vector>

#include "base/result.h"
#include "render/morph_list.h"
#include "render/objects_gl.h"
#include "render/renderer_options.h"
#include "render/rig_layout.h"
#include "rig/posed_rig.h"

namespace mien::gl {

/// What the driver can hold, where 3.3 promises less than a rig might want.
struct Limits {
    int texture_size = 1024; ///< GL_MAX_TEXTURE_SIZE
    int array_layers = 256;  ///< GL_MAX_ARRAY_TEXTURE_LAYERS
    [[nodiscard]] static Limits of_current_context();
};

/// A deformed vertex as transform feedback writes it.
struct WorldVertex {
    glm::vec3 position{0};
    glm::vec3 normal{0};
};

class DeformPass {
public:
    /// `layout` must outlive the pass. Errors: unavailable (a limit is too small, naming it and its number).
    /// `options.blending` must not be automatic.
    [[nodiscard]] static Result<DeformPass> create(const RigLayout& layout, const RendererOptions& options,
                                                   const Limits& limits);

    /// Deforms all vertices. Leaves the bindings of a fresh context; a framebuffer must be bound.
    void run(const PosedRig& pose);

    /// The deformed vertices: WorldVertex[], in the layout's order.
    [[nodiscard]] GLuint vertices() const { return world_.get(); }
    [[nodiscard]] std::span<const glm::mat4> joint_table() const { return joints_; }

private:
    DeformPass(const RigLayout& layout, const RendererOptions& options);
    void make_buffers();
    void upload_joints();
    void upload_morph_list(std::span<const float> weights);
    void upload_morph_sum(std::span<const float> weights);
    void upload_deltas();

    const RigLayout* layout_;
    MorphBlending blending_;
    MorphList list_;
    std::vector<RestVertex> morphed_;
    std::vector<glm::mat4> joints_;
    std::vector<glm::vec4> joint_texels_;
    std::vector<float> weights_;
    std::vector<glm::vec2> weight_texels_;

    Program program_;
    VertexArray array_;
    Buffer rest_, skin_, places_, world_;
    Texture joint_table_, deltas_, slot_weights_;
    std::size_t delta_rows_ = 0; ///< rows of 1024 texels that deltas_ holds
    std::size_t weight_rows_ = 0;
};

} // namespace mien::gl
