#include "app/rig_facts.h"

#include <algorithm>

#include <glm/common.hpp>

#include "rig/deform.h"

namespace mien {

Box rest_box(const Rig& rig) {
    Box box;
    bool first = true;
    for (const DeformedPrimitive& primitive : deform(rig, evaluate(rig, rest_pose(rig))))
        for (const glm::vec3& p : primitive.positions) {
            box.low = first ? p : glm::min(box.low, p);
            box.high = first ? p : glm::max(box.high, p);
            first = false;
        }
    return box;
}

Counts count(const Rig& rig) {
    Counts counts;
    for (const Mesh& mesh : rig.meshes) {
        counts.primitives += mesh.primitives.size();
        counts.targets += mesh.target_names.size();
        for (const Primitive& primitive : mesh.primitives) counts.triangles += primitive.indices.size() / 3;
    }
    for (const VertexBuffer& buffer : rig.vertex_buffers) counts.vertices += buffer.positions.size();
    counts.textures_read = static_cast<std::size_t>(std::count_if(
        rig.textures.begin(), rig.textures.end(), [](const Texture& t) { return !t.picture.empty(); }));
    return counts;
}

std::size_t driven_channels(const Mapping& mapping) {
    return channel_count - std::min(channel_count, mapping.unmatched.size());
}

std::array<NamedJoint, 5> roles(const HeadJoints& joints) {
    return {{{"neck", joints.neck},
             {"head", joints.head},
             {"jaw", joints.jaw},
             {"left eye", joints.left_eye},
             {"right eye", joints.right_eye}}};
}

std::vector<bool> bones_of(const Rig& rig) {
    std::vector<bool> bones(rig.nodes.size(), false);
    for (const Skin& skin : rig.skins)
        for (const int joint : skin.joints) bones[static_cast<std::size_t>(joint)] = true;
    return bones;
}

} // namespace mien
