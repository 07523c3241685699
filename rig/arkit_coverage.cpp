#include "rig/arkit_coverage.h"

#include <algorithm>
#include <cstddef>

#include "rig/expression_names.h"
#include "rig/morph_target.h"

namespace mien {

bool moves_anything(const Rig& rig, const Expression& expression) {
    return std::ranges::any_of(expression.targets, [&](const TargetRef& ref) {
        const Mesh& mesh = rig.meshes[static_cast<std::size_t>(ref.mesh)];
        return ref.weight != 0 && std::ranges::any_of(mesh.primitives, [&](const Primitive& primitive) {
                   const VertexBuffer& buffer =
                       rig.vertex_buffers[static_cast<std::size_t>(primitive.vertices)];
                   return moves(buffer.targets[static_cast<std::size_t>(ref.target)]);
               });
    });
}

ArkitCoverage arkit_coverage(const Rig& rig) {
    ArkitCoverage coverage;
    for (std::size_t i = 0; i < rig.expressions.size(); ++i) {
        const auto channel = channel_of_expression(rig.expressions[i].name);
        if (!channel) continue;
        ChannelCoverage& covered = coverage.channels[*channel];
        covered.expressions.push_back(static_cast<int>(i));
        covered.moves = covered.moves || moves_anything(rig, rig.expressions[i]);
    }
    return coverage;
}

int ArkitCoverage::found() const {
    return static_cast<int>(
        std::ranges::count_if(channels, [](const ChannelCoverage& c) { return !c.expressions.empty(); }));
}

int ArkitCoverage::moving() const {
    return static_cast<int>(std::ranges::count_if(channels, &ChannelCoverage::moves));
}

} // namespace mien
