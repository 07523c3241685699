// How VRM expressions act on each other. Any thread.
#pragma once

#include <vector>

#include "rig/rig.h"

namespace mien {

struct VrmEffect {
    std::vector<float> expressions; ///< by Rig::expressions, after the rules
    float gaze = 1;                 ///< how much of the eyes' turning is left, 0..1
};

/// Binary expressions become 0 or 1 (1 above 0.5). An active expression that overrides blinking, the mouth or
/// gaze takes those away from all others: from the VRM presets of that kind and from ARKit's channels of the
/// eyelids, the mouth with the jaw, and the eyes' direction. Rigs that are no VRM are left as they are.
[[nodiscard]] VrmEffect apply_vrm_rules(const Rig& rig, const std::vector<float>& expressions);

} // namespace mien
