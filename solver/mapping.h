// Retargeting: which channel of a FaceState drives which expression or slider of a rig. Data: guessed from
// names, edited in the window, kept beside the rig.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rig/face_groups.h"
#include "rig/rig.h"
#include "rig/rig_controls.h"
#include "rig/skeleton.h"
#include "solver/face_state.h"

namespace mien {

/// One arrow: target = gain * channel + offset, limited to low..high. Several rows onto one target add up.
struct MappingRow {
    enum class TargetKind : std::uint8_t { expression, slider };
    ChannelIndex source = 0;
    TargetKind kind = TargetKind::expression;
    int target = no_index; ///< Rig::expressions index, or flat slider number
    float gain = 1;
    float offset = 0;
    float low = 0;
    float high = 1;
    bool operator==(const MappingRow&) const = default;
};

struct Mapping {
    std::vector<MappingRow> rows;
    bool gaze_by_joints = false; ///< eyes are turned by joints: then the eyeLook rows are absent, never both
    std::vector<ChannelIndex> unmatched; ///< channels that nothing of the rig takes: shown, never guessed
};

/// By names (rig/expression_names.h), then jaw sliders of the face groups where the rig has no jawOpen
/// expression.
[[nodiscard]] Mapping guess_mapping(const Rig& rig, const FaceGroups& groups, const HeadJoints& joints);

struct RetargetOptions {
    bool mirror = false; ///< the avatar moves as a mirror would: left and right swapped, yaw and roll negated
    HeadPose centre{}; ///< the head pose that counts as straight ahead; rotation is undone as a rotation, not
                       ///< by subtracting angles. While its z is 0 no place is known: the head only turns
    float head_gain = 1; ///< on the angle of the head's rotation
};

/// Applies a mapping. Eye joints get gaze from the eight eyeLook channels where mapping.gaze_by_joints (30
/// degrees at weight 1).
[[nodiscard]] RigControls retarget(const FaceState& state, const Mapping& mapping, const Rig& rig,
                                   const FaceGroups& groups, const RetargetOptions& options = {});

/// The performer as a mirror shows them: weights of paired channels swapped, yaw, roll and x negated. Twice
/// is bit-exactly the same again.
[[nodiscard]] FaceState mirrored(const FaceState& state);

} // namespace mien
