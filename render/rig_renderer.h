// Draws a posed rig with the GL context that is current: morph targets and four-bone skinning in the vertex
// shader.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "base/image.h"
#include "base/result.h"
#include "render/camera.h"
#include "render/renderer_options.h"
#include "rig/deform.h"
#include "rig/posed_rig.h"
#include "rig/rig.h"

namespace mien {

struct RenderStyle {
    glm::vec4 background{0.16f, 0.17f, 0.19f,
                         1}; ///< sRGB, straight alpha; alpha 0 gives a transparent picture
    /// For MSAA, of targets made to be drawn into with this style (draw() takes the framebuffer as it is);
    /// limited to what the driver has; 1 is off, which suits windows on software renderers.
    int samples = 4;
};

/// Holds the GPU's copy of one rig. Belongs to the context that was current when it was made: use and destroy
/// it there.
class RigRenderer {
public:
    /// Uploads. Errors: unavailable (a GL limit is too small: the message names the limit and its number; a
    /// shader does not compile).
    [[nodiscard]] static Result<RigRenderer> create(const Rig& rig, const RendererOptions& options = {});
    RigRenderer(RigRenderer&&) noexcept;
    RigRenderer& operator=(RigRenderer&&) noexcept;
    ~RigRenderer();

    /// Draws into the framebuffer that is bound, viewport 0,0,width,height; clears colour, depth and alpha
    /// first. Leaves GL state as a fresh context has it.
    void draw(const PosedRig& pose, const Camera& camera, const RenderStyle& style, int width, int height);

    /// Where morph targets are summed: the choice that `automatic` made.
    [[nodiscard]] MorphBlending blending() const;

    /// World positions and normals of every vertex as the vertex shader computes them (transform feedback):
    /// same order and shape as deform().
    [[nodiscard]] Result<std::vector<DeformedPrimitive>> read_vertices(const PosedRig& pose);

private:
    struct State;
    explicit RigRenderer(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

/// A multisampled framebuffer to draw into and read back from. Same rules as RigRenderer.
class OffscreenTarget {
public:
    /// Errors: unavailable (larger than the driver allows: the message names the number).
    [[nodiscard]] static Result<OffscreenTarget> create(int width, int height, int samples);
    OffscreenTarget(OffscreenTarget&&) noexcept;
    OffscreenTarget& operator=(OffscreenTarget&&) noexcept;
    ~OffscreenTarget();
    void bind();
    /// rgba8, straight alpha, first row on top.
    [[nodiscard]] Image read();

private:
    struct State;
    explicit OffscreenTarget(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

} // namespace mien
