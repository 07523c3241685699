// Pictures of an avatar without a window: context, renderer, camera and framebuffer together.
#pragma once

#include <memory>

#include "base/image.h"
#include "base/result.h"
#include "render/camera.h"
#include "render/gl_context.h"
#include "render/rig_renderer.h"

namespace mien {

struct StudioOptions {
    int width = 1280;
    int height = 720;
    Framing framing = Framing::bust;
    RenderStyle style;
};

/// One owner, on the thread that opened it.
class Studio {
public:
    /// Errors: unavailable (no OpenGL 3.3, a limit is too small).
    [[nodiscard]] static Result<Studio> open(const Rig& rig, const HeadJoints& joints,
                                             const StudioOptions& options);
    /// rgba8, straight alpha.
    [[nodiscard]] Image picture(const PosedRig& pose);
    /// As the framing put it.
    [[nodiscard]] Camera& camera() { return camera_; }
    [[nodiscard]] const GlInfo& gl() const { return context_->info(); }

private:
    Studio() = default;
    StudioOptions options_;
    Camera camera_;
    std::unique_ptr<OffscreenContext> context_; // first in, last out: the others live in it
    std::unique_ptr<RigRenderer> renderer_;
    std::unique_ptr<OffscreenTarget> target_;
};

} // namespace mien
