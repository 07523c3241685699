// The transform of an FBX node: translation, rotation in one of six orders with turns before and behind it,
// scale, and pivots for both. Formula as documented for FbxNode in Autodesk's FBX SDK:
// T * Roff * Rp * Rpre * R * Rpost^-1 * Rp^-1 * Soff * Sp * S * Sp^-1.
#pragma once

#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

#include "rig/import/fbx/fbx_objects.h"

namespace mien::fbx {

/// What animation may change of a node.
struct LocalProperties {
    glm::dvec3 translation{0};
    glm::dvec3 rotation{0}; ///< Euler angles, degrees
    glm::dvec3 scaling{1};
};

/// The same transform as one translation, rotation and scale; exact, as pivots only shift.
struct LocalTransform {
    glm::dvec3 translation{0};
    glm::dquat rotation{1, 0, 0, 0};
    glm::dvec3 scale{1};
};

/// How a node's scale and its parent's combine (FBX's InheritType).
enum class ScaleInheritance : std::uint8_t {
    behind_rotations = 0, ///< "RrSs": all rotations first, then all scales
    local = 1,            ///< "RSrs": matrix times matrix, as in a rig
    without_parents = 2,  ///< "Rrs": the parent's own scale does not count (segment scale compensate)
};

class NodeTransform {
public:
    NodeTransform() = default;
    NodeTransform(const Objects& objects, const Record& model);

    [[nodiscard]] const LocalProperties& rest() const { return rest_; }
    [[nodiscard]] LocalTransform local(const LocalProperties& properties) const;
    [[nodiscard]] ScaleInheritance inheritance() const { return inheritance_; }
    /// True where a turn or a scale moves the node too.
    [[nodiscard]] bool has_pivots() const;

private:
    LocalProperties rest_;
    glm::dvec3 rotation_offset_{0}, rotation_pivot_{0}, scaling_offset_{0}, scaling_pivot_{0};
    glm::dquat pre_rotation_{1, 0, 0, 0};
    glm::dquat post_rotation_inverse_{1, 0, 0, 0};
    int rotation_order_ = 0;
    ScaleInheritance inheritance_ = ScaleInheritance::local;
};

/// A rotation by three angles, degrees, in one of FBX's orders: 0 XYZ (about x first), 1 XZY, 2 YZX, 3 YXZ,
/// 4 ZXY, 5 ZYX; others count as 0.
[[nodiscard]] glm::dquat from_euler(const glm::dvec3& degrees, int order);

} // namespace mien::fbx
