#include "live/studio.h"

namespace mien {

Result<Studio> Studio::open(const Rig& rig, const HeadJoints& joints, const StudioOptions& options) {
    Studio studio;
    studio.options_ = options;
    auto context = OffscreenContext::create();
    if (!context) return pass_on(context);
    studio.context_ = std::make_unique<OffscreenContext>(std::move(*context));
    auto renderer = RigRenderer::create(rig);
    if (!renderer) return pass_on(renderer);
    studio.renderer_ = std::make_unique<RigRenderer>(std::move(*renderer));
    auto target = OffscreenTarget::create(options.width, options.height, options.style.samples);
    if (!target) return pass_on(target);
    studio.target_ = std::make_unique<OffscreenTarget>(std::move(*target));
    const float aspect = static_cast<float>(options.width) / static_cast<float>(options.height);
    studio.camera_ = frame_rig(rig, joints, options.framing, aspect);
    return studio;
}

Image Studio::picture(const PosedRig& pose) {
    target_->bind();
    renderer_->draw(pose, camera_, options_.style, options_.width, options_.height);
    return target_->read();
}

} // namespace mien
