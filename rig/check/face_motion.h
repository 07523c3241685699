// Where on the face an expression moves what, and which way: measured on the surface, not told from names.
#pragma once

#include <cstddef>
#include <vector>

#include <glm/mat3x3.hpp>
#include <glm/vec3.hpp>

#include "rig/rig.h"

namespace mien {

/// A vertex that an expression moves, in the face's own axes: x to the performer's left, y up, z out of the
/// face; metres. At the full weight of the expression.
struct MovedVertex {
    glm::vec3 place{0}; ///< at rest
    glm::vec3 by{0};
    glm::vec3 normal{0}; ///< at rest
    float area = 0;      ///< a third of the triangles around it, square metres
};

/// The rest shape of a rig, ready to say what each expression does to it. Vertices that no triangle draws do
/// not count; a surface counts by its area, so that finely cut parts do not weigh more. A value; const from
/// any thread. Keeps a reference to the rig.
class FaceMotion {
public:
    explicit FaceMotion(const Rig& rig);

    [[nodiscard]] std::vector<MovedVertex> of(const Expression& expression) const;
    /// x of the middle of all meshes that have morph targets; 0 where there is none.
    [[nodiscard]] float middle() const;

private:
    /// One primitive as one node carries it.
    struct Surface {
        std::size_t mesh = 0;
        std::size_t buffer = 0;
        std::vector<glm::vec3> positions; ///< face axes
        std::vector<glm::vec3> normals;
        std::vector<float> areas;
        std::vector<glm::mat3> turn; ///< by vertex: from the buffer's deltas to face axes
    };
    const Rig& rig_;
    std::vector<Surface> surfaces_;
};

/// What a set of moved vertices amounts to.
struct MotionSummary {
    float amount = 0;     ///< sum of area times distance, cubic metres: how much skin goes how far
    float farthest = 0;   ///< metres
    glm::vec3 centre{0};  ///< mean place, by amount
    glm::vec3 mean_by{0}; ///< mean displacement, by amount
};
[[nodiscard]] MotionSummary summarise(const std::vector<MovedVertex>& vertices);

/// The share of the amount that lies where `axis` (0 x, 1 y) is above `limit`; 0 where nothing moves.
[[nodiscard]] float share_above(const std::vector<MovedVertex>& vertices, int axis, float limit);

} // namespace mien
