#include "solver/expression_movement.h"

#include <cmath>

#include <glm/geometric.hpp>

namespace mien {

ExpressionMovement::ExpressionMovement(const Rig& rig, const Expression& expression) {
    for (const TargetRef& ref : expression.targets)
        for (const Primitive& primitive : rig.meshes[static_cast<std::size_t>(ref.mesh)].primitives) {
            const VertexBuffer& buffer = rig.vertex_buffers[static_cast<std::size_t>(primitive.vertices)];
            const MorphTarget& target = buffer.targets[static_cast<std::size_t>(ref.target)];
            for (std::size_t i = 0; i < target.positions.size(); ++i)
                deltas_[{primitive.vertices, target.vertices[i]}] += target.positions[i] * ref.weight;
        }
}

float ExpressionMovement::share_in(const ExpressionMovement& other) const {
    double along = 0;
    double whole = 0;
    for (const auto& [vertex, delta] : deltas_) {
        whole += static_cast<double>(glm::dot(delta, delta));
        if (const auto found = other.deltas_.find(vertex); found != other.deltas_.end())
            along += static_cast<double>(glm::dot(delta, found->second));
    }
    return whole > 0 ? static_cast<float>(along / whole) : 0;
}

bool move_alike(const Rig& rig, int expression, int other) {
    constexpr float tolerance = 0.2F;
    const ExpressionMovement a(rig, rig.expressions[static_cast<std::size_t>(expression)]);
    const ExpressionMovement b(rig, rig.expressions[static_cast<std::size_t>(other)]);
    return std::abs(a.share_in(b) - 1) < tolerance && std::abs(b.share_in(a) - 1) < tolerance;
}

} // namespace mien
