#include "rig/face_groups.h"

namespace mien {

std::size_t FaceGroups::slider_count() const {
    std::size_t count = 0;
    for (const FaceGroup& group : groups) count += group.parts.size();
    return count;
}

const FacePart* FaceGroups::slider(std::size_t index) const {
    for (const FaceGroup& group : groups) {
        if (index < group.parts.size()) return &group.parts[index];
        index -= group.parts.size();
    }
    return nullptr;
}

} // namespace mien
