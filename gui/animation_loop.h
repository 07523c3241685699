// An animation of a rig's own file, played over and over. Without Qt and without a clock of its own, so that
// it can be tested.
#pragma once

#include <cstddef>
#include <memory>

#include "base/time.h"
#include "rig/posed_rig.h"
#include "rig/rig.h"

namespace mien::gui {

/// A value; const from any thread.
class AnimationLoop {
public:
    /// Begins at `started`. `animation` is a valid index into Rig::animations.
    AnimationLoop(std::shared_ptr<const Rig> rig, std::size_t animation, Timestamp started);

    [[nodiscard]] std::size_t animation() const { return animation_; }
    /// Seconds on the animation's own axis: from 0 to its duration, again and again; 0 before the start.
    [[nodiscard]] double position(Timestamp now) const;
    /// The rest pose with what the animation's channels say at position(now).
    [[nodiscard]] PosedRig pose(Timestamp now) const;

private:
    std::shared_ptr<const Rig> rig_;
    std::size_t animation_;
    Timestamp started_;
};

} // namespace mien::gui
