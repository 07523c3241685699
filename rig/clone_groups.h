// Face groups of one rig for another. Any thread.
#pragma once

#include <string>
#include <vector>

#include "rig/face_groups.h"

namespace mien {

struct ClonedGroups {
    FaceGroups groups;                  ///< the same, with the bones of the other rig
    std::vector<std::string> unmatched; ///< paths that the other rig lacks, each once; kept in `groups`
};

/// Copies groups by bone path: the whole path, else the only bone of its last name. Bones without a match
/// stay, so that nothing is lost on the way back.
[[nodiscard]] ClonedGroups clone_groups(const FaceGroups& groups, const Rig& to);

} // namespace mien
