// How much the movements of two expressions are the same. Any thread.
#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include <glm/vec3.hpp>

#include "rig/rig.h"

namespace mien {

/// What an expression at 1 adds to the positions of a rig at rest.
class ExpressionMovement {
public:
    ExpressionMovement(const Rig& rig, const Expression& expression);
    [[nodiscard]] bool empty() const { return deltas_.empty(); }
    /// How much of this movement the other one makes too: 0 none, 1 all of it, the least-squares share
    /// (d . d') / (d . d) over all vertices.
    [[nodiscard]] float share_in(const ExpressionMovement& other) const;

private:
    std::map<std::pair<int, std::uint32_t>, glm::vec3> deltas_; ///< by (vertex buffer, vertex)
};

/// True where two expressions move the same, within a fifth: a "left blink" that closes both eyes as the
/// right one does.
[[nodiscard]] bool move_alike(const Rig& rig, int expression, int other);

} // namespace mien
