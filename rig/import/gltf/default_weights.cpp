#include "rig/import/gltf/default_weights.h"

#include <nlohmann/json.hpp>

namespace mien::gltf {

std::vector<float> read_default_weights(const JsonObject& owner, std::size_t count, Report& report) {
    const Json& list = owner.list_or_empty("weights");
    if (list.empty()) return {};
    if (list.size() != count)
        report.warn("{}: {} default weights for {} morph targets; surplus ones are left out, missing are 0",
                    owner.place(), list.size(), count);
    std::vector<float> weights(count, 0.0f);
    for (std::size_t i = 0; i < count && i < list.size(); ++i) {
        if (to_finite(list[i], weights[i])) continue;
        report.warn("{}: a default weight is not a number and counts as 0", owner.place());
        weights[i] = 0;
    }
    return weights;
}

} // namespace mien::gltf
