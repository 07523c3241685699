#include "rig/without_morphs.h"

#include <utility>

namespace mien {

Rig without_morphs(Rig rig) {
    for (VertexBuffer& buffer : rig.vertex_buffers) buffer.targets.clear();
    for (Mesh& mesh : rig.meshes) {
        mesh.target_names.clear();
        mesh.default_weights.clear();
    }
    for (Node& node : rig.nodes) node.weights.clear();
    for (Animation& animation : rig.animations)
        std::erase_if(animation.channels, [](const AnimationChannel& channel) {
            return channel.property == AnimatedProperty::weights;
        });
    std::erase_if(rig.animations, [](const Animation& animation) { return animation.channels.empty(); });
    rig.expressions.clear();
    return rig;
}

} // namespace mien
