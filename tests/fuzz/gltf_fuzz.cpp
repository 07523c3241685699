// Any bytes as a glTF or GLB: what loads must be safe to pose, animate and deform.
#include <cstdlib>

#include "rig/animation.h"
#include "rig/arkit_coverage.h"
#include "rig/deform.h"
#include "rig/face_groups.h"
#include "rig/import/import.h"
#include "rig/printable_text.h"
#include "rig/skeleton.h"

namespace {

void require(bool holds) {
    if (!holds) std::abort();
}

void check_buffers(const mien::Rig& rig) {
    for (const mien::Mesh& mesh : rig.meshes)
        for (const mien::Primitive& primitive : mesh.primitives) {
            const auto& buffer = rig.vertex_buffers.at(static_cast<std::size_t>(primitive.vertices));
            require(buffer.normals.size() == buffer.positions.size());
            require(buffer.targets.size() == mesh.target_names.size());
            for (const std::uint32_t index : primitive.indices) require(index < buffer.positions.size());
            for (const mien::MorphTarget& target : buffer.targets)
                require(target.positions.size() == target.vertices.size());
        }
}

void use(const mien::Rig& rig) {
    mien::LocalPose pose = mien::rest_pose(rig);
    for (const mien::Animation& animation : rig.animations)
        for (const float share : {-1.0f, 0.0f, 0.3f, 1.0f, 2.0f})
            mien::sample(rig, animation, share * animation.duration, pose);
    (void)mien::deform(rig, mien::evaluate(rig, pose));
    mien::RigControls controls;
    controls.expressions.assign(rig.expressions.size(), 0.7f);
    controls.head = glm::quat(0.9f, 0.3f, 0.1f, 0.2f);
    controls.left_eye = controls.head;
    const mien::FaceGroups groups = mien::guess_face_groups(rig);
    controls.sliders.assign(groups.slider_count(), 0.5f);
    (void)mien::deform(rig, mien::pose_rig(rig, groups, mien::find_head_joints(rig), controls));
    (void)mien::arkit_coverage(rig);
    for (const mien::ReportLine& line : rig.report) require(mien::is_valid_utf8(line.text));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto rig = mien::import_gltf({data, size}, "fuzz", {});
    if (rig) {
        check_buffers(*rig);
        use(*rig);
    } else {
        require(rig.error().code == mien::ErrorCode::unreadable && mien::is_valid_utf8(rig.error().message));
    }
    return 0;
}
