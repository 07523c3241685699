// How the morph targets of a mesh join. Any thread.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "rig/posed_rig.h"

namespace mien {

enum class Blending : std::uint8_t {
    add,  ///< base + sum of weight * delta: what the shaders do
    lerp, ///< the chain of old assets: each target is a whole shape, mixed in one after the other, in the
          ///< order of the targets: shape = shape + weight * (target - shape). One target alone is the same
          ///< as with `add`; a target at 1 hides those before it.
};

/// The weights with which `add` gives the same shape as `lerp` gives with these: each is lessened by every
/// target that is mixed in after it.
[[nodiscard]] std::vector<float> chained_weights(std::span<const float> weights);

/// A pose whose targets are mixed in as a chain, for whatever adds.
[[nodiscard]] PosedRig chained(PosedRig pose);

} // namespace mien
