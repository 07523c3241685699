// What every fuzz target of an importer does with what loads: it must be safe to pose, animate and deform.
#pragma once

#include <cstdlib>

#include "base/result.h"
#include "rig/animation.h"
#include "rig/arkit_coverage.h"
#include "rig/deform.h"
#include "rig/face_groups.h"
#include "rig/printable_text.h"
#include "rig/skeleton.h"

namespace mien::fuzz {

inline void require(bool holds) {
    if (!holds) std::abort();
}

inline void check_buffers(const Rig& rig) {
    for (const Mesh& mesh : rig.meshes)
        for (const Primitive& primitive : mesh.primitives) {
            const auto& buffer = rig.vertex_buffers.at(static_cast<std::size_t>(primitive.vertices));
            require(buffer.normals.size() == buffer.positions.size());
            require(buffer.targets.size() == mesh.target_names.size());
            for (const std::uint32_t index : primitive.indices) require(index < buffer.positions.size());
            for (const MorphTarget& target : buffer.targets)
                require(target.positions.size() == target.vertices.size());
        }
}

inline void use(const Rig& rig) {
    LocalPose pose = rest_pose(rig);
    for (const Animation& animation : rig.animations)
        for (const float share : {-1.0f, 0.0f, 0.3f, 1.0f, 2.0f})
            sample(rig, animation, share * animation.duration, pose);
    (void)deform(rig, evaluate(rig, pose));
    RigControls controls;
    controls.expressions.assign(rig.expressions.size(), 0.7f);
    controls.head = glm::quat(0.9f, 0.3f, 0.1f, 0.2f);
    controls.left_eye = controls.head;
    const FaceGroups groups = guess_face_groups(rig);
    controls.sliders.assign(groups.slider_count(), 0.5f);
    (void)deform(rig, pose_rig(rig, groups, find_head_joints(rig), controls));
    (void)arkit_coverage(rig);
    for (const ReportLine& line : rig.report) require(is_valid_utf8(line.text));
}

/// An importer's answer to any bytes.
inline void check(const Result<Rig>& rig) {
    if (rig) {
        check_buffers(*rig);
        use(*rig);
    } else {
        require(rig.error().code == ErrorCode::unreadable);
    }
}

} // namespace mien::fuzz
