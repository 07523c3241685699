// Is a rig sound, and does it do what its names say? Pure functions of the rig; any thread.
#pragma once

#include <vector>

#include "rig/check/finding.h"
#include "rig/face_groups.h"
#include "rig/rig.h"

namespace mien {

/// Every promise of rig/rig.h: indices in range, lists of equal length, finite numbers, unit normals, joint
/// weights that sum to 1, rising vertex lists and key times, invertible bind matrices. Needs no promise to
/// hold. A promise that is broken on many elements is one finding that counts them.
[[nodiscard]] std::vector<RigFinding> check_structure(const Rig& rig);

/// What ARKit's expressions of the rig do, seen in the shape they make: those that move nothing, move the
/// other half of the face, both halves, another region, or the other way than their name says; pairs of
/// which one half is missing or much weaker. The rig must be sound (no fault in check_structure()).
[[nodiscard]] std::vector<RigFinding> check_expressions(const Rig& rig);

/// Bones of face groups that the rig does not have, and parts that change nothing.
[[nodiscard]] std::vector<RigFinding> check_face_groups(const Rig& rig, const FaceGroups& groups);

/// All of the above; expressions and groups only where the structure is sound.
[[nodiscard]] std::vector<RigFinding> check_rig(const Rig& rig, const FaceGroups& groups);

} // namespace mien
