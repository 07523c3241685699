// Any text as the face groups of a small skeleton.
#include <string_view>

#include "tests/fuzz/use_rig.h"

namespace {

mien::Rig skeleton() {
    mien::Rig rig;
    for (const char* name : {"Head", "Jaw", "LeftEye", "RightEye"}) {
        mien::Node node;
        node.name = name;
        node.parent = rig.nodes.empty() ? mien::no_index : 0;
        rig.node_order.push_back(static_cast<int>(rig.nodes.size()));
        rig.nodes.push_back(node);
    }
    rig.node_in_scene.assign(rig.nodes.size(), true);
    return rig;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const mien::Rig rig = skeleton();
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto groups = mien::face_groups_from_json(text, rig, "fuzz");
    if (!groups) return 0;
    // What was read is written and read again without a change.
    const auto again = mien::face_groups_from_json(mien::face_groups_to_json(*groups), rig, "fuzz");
    mien::fuzz::require(again && *again == *groups);
    mien::RigControls controls;
    controls.sliders.assign(groups->slider_count(), 0.5f);
    (void)mien::pose_rig(rig, *groups, mien::find_head_joints(rig), controls);
    return 0;
}
