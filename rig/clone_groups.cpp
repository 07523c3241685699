#include "rig/clone_groups.h"

#include <algorithm>

#include "rig/bone_path.h"

namespace mien {

ClonedGroups clone_groups(const FaceGroups& groups, const Rig& to) {
    ClonedGroups cloned{groups, {}};
    for (FaceGroup& group : cloned.groups.groups)
        for (FacePart& part : group.parts)
            for (FaceBone& bone : part.bones) {
                bone.node = find_bone(to, bone.path);
                const bool missing = bone.node == no_index;
                if (missing && std::ranges::find(cloned.unmatched, bone.path) == cloned.unmatched.end())
                    cloned.unmatched.push_back(bone.path);
            }
    return cloned;
}

} // namespace mien
