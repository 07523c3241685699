#include "gui/animation_loop.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "rig/animation.h"
#include "rig/skeleton.h"

namespace mien::gui {

AnimationLoop::AnimationLoop(std::shared_ptr<const Rig> rig, std::size_t animation, Timestamp started)
    : rig_(std::move(rig)), animation_(animation), started_(started) {}

double AnimationLoop::position(Timestamp now) const {
    const auto duration = static_cast<double>(rig_->animations[animation_].duration);
    const double passed = std::max(0.0, (now - started_).seconds());
    return duration > 0 ? std::fmod(passed, duration) : 0.0; // a single key is a pose
}

PosedRig AnimationLoop::pose(Timestamp now) const {
    LocalPose pose = rest_pose(*rig_);
    sample(*rig_, rig_->animations[animation_], static_cast<float>(position(now)), pose);
    return evaluate(*rig_, pose);
}

} // namespace mien::gui
