// Applying a mapping: FaceState -> RigControls. Guessing one stands in guess_mapping.cpp.
#include <algorithm>
#include <cmath>
#include <numbers>

#include <Eigen/Geometry>

#include "solver/head_rotation.h"
#include "solver/mapping.h"

namespace mien {
namespace {

constexpr double eye_degrees_at_full = 30; ///< what a look channel at 1 turns an eye by, as ARKit has it

glm::quat to_glm(const Eigen::Quaterniond& q) {
    return {static_cast<float>(q.w()), static_cast<float>(q.x()), static_cast<float>(q.y()),
            static_cast<float>(q.z())};
}

/// The eye's turn against the head. Camera and model space agree for a face that looks at the camera: x to
/// the performer's left, y up, z out of the face.
glm::quat eye_rotation(const Weights& w, ChannelIndex toward_left, ChannelIndex toward_right, ChannelIndex up,
                       ChannelIndex down) {
    constexpr double radians = eye_degrees_at_full * std::numbers::pi / 180;
    const double yaw = (w[toward_left] - w[toward_right]) * radians;
    const double pitch = (w[down] - w[up]) * radians;
    return to_glm(Eigen::AngleAxisd(yaw, Eigen::Vector3d::UnitY()) *
                  Eigen::AngleAxisd(pitch, Eigen::Vector3d::UnitX()));
}

/// Head rotation and offset against the centre. With a camera that looks from above or below the centre holds
/// its tilt; undoing it as a rotation keeps a pure turn of the performer a pure turn of the avatar (FAULTS
/// B7).
void set_head(RigControls& controls, const HeadPose& head, const HeadPose& centre, double gain) {
    const Eigen::Quaterniond back = rotation_of(centre).conjugate();
    controls.head = to_glm(rotation_from_vector(gain * vector_of(back * rotation_of(head))));
    if (centre.z == 0 || head.z == 0) return; // no place is known: the head turns where it is
    const Eigen::Vector3d moved =
        back * Eigen::Vector3d(head.x - centre.x, head.y - centre.y, head.z - centre.z);
    controls.head_offset = {static_cast<float>(moved.x()), static_cast<float>(moved.y()),
                            static_cast<float>(moved.z())};
}

std::size_t count_sliders(const FaceGroups& groups) {
    std::size_t count = 0;
    for (const FaceGroup& group : groups.groups) count += group.parts.size();
    return count;
}

/// The sliders' rest values, in order.
std::vector<float> resting_sliders(const FaceGroups& groups) {
    std::vector<float> values;
    values.reserve(count_sliders(groups));
    for (const FaceGroup& group : groups.groups)
        for (const FacePart& part : group.parts) values.push_back(part.rest);
    return values;
}

HeadPose mirrored_pose(HeadPose pose) {
    pose.x = -pose.x;
    pose.yaw = -pose.yaw;
    pose.roll = -pose.roll;
    return pose;
}

} // namespace

FaceState mirrored(const FaceState& state) {
    FaceState out = state;
    out.head = mirrored_pose(state.head);
    for (ChannelIndex i = 0; i < channel_count; ++i) out.weights[mirrored_channel(i)] = state.weights[i];
    return out;
}

RigControls retarget(const FaceState& state, const Mapping& mapping, const Rig& rig, const FaceGroups& groups,
                     const RetargetOptions& options) {
    const FaceState& shown = options.mirror ? mirrored(state) : state;
    RigControls controls;
    controls.expressions.assign(rig.expressions.size(), 0.0F);
    controls.sliders = resting_sliders(groups);
    std::vector<bool> driven(controls.sliders.size());
    for (const MappingRow& row : mapping.rows) {
        if (row.source >= channel_count || row.target < 0) continue;
        const auto target = static_cast<std::size_t>(row.target);
        const float value = row.gain * shown.weights[row.source] + row.offset;
        const float limited = std::min(std::max(value, row.low), row.high);
        if (!std::isfinite(limited)) continue;
        if (row.kind == MappingRow::TargetKind::expression) {
            if (target < controls.expressions.size()) controls.expressions[target] += limited;
        } else if (target < controls.sliders.size()) {
            if (!driven[target]) controls.sliders[target] = 0; // a driven slider no longer stands at its rest
            driven[target] = true;
            controls.sliders[target] += limited;
        }
    }
    const HeadPose centre = options.mirror ? mirrored_pose(options.centre) : options.centre;
    set_head(controls, shown.head, centre, options.head_gain);
    if (mapping.gaze_by_joints) {
        controls.left_eye = eye_rotation(shown.weights, channel("eyeLookOutLeft"), channel("eyeLookInLeft"),
                                         channel("eyeLookUpLeft"), channel("eyeLookDownLeft"));
        controls.right_eye =
            eye_rotation(shown.weights, channel("eyeLookInRight"), channel("eyeLookOutRight"),
                         channel("eyeLookUpRight"), channel("eyeLookDownRight"));
    }
    return controls;
}

} // namespace mien
