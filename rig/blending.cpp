#include "rig/blending.h"

namespace mien {

std::vector<float> chained_weights(std::span<const float> weights) {
    std::vector<float> chained(weights.begin(), weights.end());
    float left = 1; // of what came before, after all that follow
    for (std::size_t i = chained.size(); i-- > 0;) {
        const float weight = chained[i];
        chained[i] = weight * left;
        left *= 1 - weight;
    }
    return chained;
}

PosedRig chained(PosedRig pose) {
    for (std::vector<float>& weights : pose.morph_weights) weights = chained_weights(weights);
    return pose;
}

} // namespace mien
