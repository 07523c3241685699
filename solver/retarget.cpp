// Applying a mapping: FaceState -> RigControls. Guessing one stands in guess_mapping.cpp.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <Eigen/Geometry>

#include "solver/head_rotation.h"
#include "solver/mapping.h"

namespace mien {
namespace {

constexpr float eye_degrees_at_full = 30; ///< what a look channel at 1 turns an eye by, as ARKit has it

glm::quat to_glm(const Eigen::Quaterniond& q) {
    return {static_cast<float>(q.w()), static_cast<float>(q.x()), static_cast<float>(q.y()),
            static_cast<float>(q.z())};
}

/// By how many degrees a look channel at 1 turns an eye: as far as the person's own, but no further than a
/// VRM file says its eyes may go (flat eyes of drawn faces leave their sockets early).
VrmLookLimits degrees_at_full(const Rig& rig) {
    VrmLookLimits degrees{eye_degrees_at_full, eye_degrees_at_full, eye_degrees_at_full, eye_degrees_at_full};
    if (!rig.vrm || rig.vrm->look_at != VrmLookAt::bone) return degrees;
    const auto limit = [](float& degree, float most) {
        if (most > 0) degree = std::min(degree, most);
    };
    limit(degrees.inward, rig.vrm->look_limits.inward);
    limit(degrees.outward, rig.vrm->look_limits.outward);
    limit(degrees.down, rig.vrm->look_limits.down);
    limit(degrees.up, rig.vrm->look_limits.up);
    return degrees;
}

/// An eye's turn against the head, by degrees to the performer's left and down. Camera and model space agree
/// for a face that looks at the camera: x to the performer's left, y up, z out of the face.
glm::quat eye_rotation(float left, float down) {
    constexpr double radians = std::numbers::pi / 180;
    return to_glm(Eigen::AngleAxisd(static_cast<double>(left) * radians, Eigen::Vector3d::UnitY()) *
                  Eigen::AngleAxisd(static_cast<double>(down) * radians, Eigen::Vector3d::UnitX()));
}

void set_eyes(RigControls& controls, const Weights& w, const VrmLookLimits& full) {
    controls.left_eye =
        eye_rotation(w[channel("eyeLookOutLeft")] * full.outward - w[channel("eyeLookInLeft")] * full.inward,
                     w[channel("eyeLookDownLeft")] * full.down - w[channel("eyeLookUpLeft")] * full.up);
    controls.right_eye = eye_rotation(
        w[channel("eyeLookInRight")] * full.inward - w[channel("eyeLookOutRight")] * full.outward,
        w[channel("eyeLookDownRight")] * full.down - w[channel("eyeLookUpRight")] * full.up);
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

/// The sliders' rest values, in order.
std::vector<float> resting_sliders(const FaceGroups& groups) {
    std::vector<float> values;
    values.reserve(groups.slider_count());
    for (const FaceGroup& group : groups.groups)
        for (const FacePart& part : group.parts) values.push_back(part.rest);
    return values;
}

/// What the rows onto one target make of it, whatever their order.
struct Mixed {
    bool driven = false;
    float sum = 0;
    float least = -std::numeric_limits<float>::infinity();
    float scale = 1;
    float low = 0;
    float high = 0;

    void add(const MappingRow& row, float value) {
        if (row.combine == Combine::scale) {
            scale *= value;
            return;
        }
        low = driven ? std::min(low, row.low) : row.low;
        high = driven ? std::max(high, row.high) : row.high;
        driven = true;
        if (row.combine == Combine::add)
            sum += value;
        else
            least = std::max(least, value);
    }
    [[nodiscard]] float value() const { return std::min(std::max(std::max(sum, least) * scale, low), high); }
};

void mix_rows(const std::vector<MappingRow>& rows, const Weights& weights, MappingTarget::Kind kind,
              std::vector<float>& values) {
    std::vector<Mixed> mixed(values.size());
    for (const MappingRow& row : rows) {
        if (!row.on || row.kind != kind || row.source >= channel_count) continue;
        if (row.target < 0 || static_cast<std::size_t>(row.target) >= values.size()) continue;
        const float value = row_value(row, weights);
        if (std::isfinite(value)) mixed[static_cast<std::size_t>(row.target)].add(row, value);
    }
    for (std::size_t i = 0; i < values.size(); ++i)
        if (mixed[i].driven) values[i] = mixed[i].value();
}

/// The target's value, nullptr where the rig has it not.
float* find_value(RigControls& controls, const MappingTarget& target) {
    std::vector<float>& values =
        target.kind == MappingTarget::Kind::expression ? controls.expressions : controls.sliders;
    if (target.index < 0 || static_cast<std::size_t>(target.index) >= values.size()) return nullptr;
    return &values[static_cast<std::size_t>(target.index)];
}

void keep_within(const SharedLimit& limit, RigControls& controls) {
    float yielding = 0;
    float firm = 0;
    for (const SharedLimit::Member& member : limit.members)
        if (const float* value = find_value(controls, member.target))
            (member.yields ? yielding : firm) += member.share * std::max(*value, 0.0F);
    if (!(yielding + firm > 1) || !(yielding > 0)) return;
    const float factor = std::max(1 - firm, 0.0F) / yielding;
    for (const SharedLimit::Member& member : limit.members)
        if (float* value = find_value(controls, member.target); value != nullptr && member.yields)
            if (*value > 0) *value *= factor;
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

float row_value(const MappingRow& row, const Weights& weights) {
    if (row.source >= channel_count) return 0;
    float weight = weights[row.source];
    if (row.both) weight = (weight + weights[mirrored_channel(row.source)]) / 2;
    return std::min(std::max(row.gain * row.curve(weight) + row.offset, row.low), row.high);
}

RigControls retarget(const FaceState& state, const Mapping& mapping, const Rig& rig, const FaceGroups& groups,
                     const RetargetOptions& options) {
    const FaceState& shown = options.mirror ? mirrored(state) : state;
    RigControls controls;
    controls.expressions.assign(rig.expressions.size(), 0.0F);
    controls.sliders = resting_sliders(groups);
    mix_rows(mapping.rows, shown.weights, MappingTarget::Kind::expression, controls.expressions);
    mix_rows(mapping.rows, shown.weights, MappingTarget::Kind::slider, controls.sliders);
    for (const SharedLimit& limit : mapping.shared_limits) keep_within(limit, controls);
    const HeadPose centre = options.mirror ? mirrored_pose(options.centre) : options.centre;
    set_head(controls, shown.head, centre, options.head_gain);
    if (mapping.gaze_by_joints) set_eyes(controls, shown.weights, degrees_at_full(rig));
    return controls;
}

} // namespace mien
