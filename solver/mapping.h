// Retargeting: which channel of a FaceState drives which expression or slider of a rig. Data: guessed from
// names, edited in the window, kept beside the rig (solver/mapping_file.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "rig/expression_choice.h"
#include "rig/face_groups.h"
#include "rig/rig.h"
#include "rig/rig_controls.h"
#include "rig/skeleton.h"
#include "solver/face_state.h"
#include "solver/response_curve.h"

namespace mien {

/// What a mapping can drive.
struct MappingTarget {
    enum class Kind : std::uint8_t { expression, slider };
    Kind kind = Kind::expression;
    int index = no_index; ///< Rig::expressions index, or flat slider number
    bool operator==(const MappingTarget&) const = default;
};

/// How a row joins the others that drive the same target.
enum class Combine : std::uint8_t {
    add,      ///< all that add are summed
    at_least, ///< the target is at least this row's value
    scale,    ///< what the other rows make is multiplied by this row's value
};

/// One arrow: value = gain * curve(channel) + offset, limited to low..high. Rows onto one target join by
/// their `combine`, in whatever order: max(sum of adding rows, every at_least row) * product of scaling
/// rows, limited to the widest range of the rows that do not scale. With the usual range of 0..1 several rows
/// onto one lid never close it further than shut.
struct MappingRow {
    using TargetKind = MappingTarget::Kind;
    ChannelIndex source = 0;
    bool both = false; ///< the mean of `source` and the channel of the other side
    TargetKind kind = TargetKind::expression;
    int target = no_index; ///< as MappingTarget::index
    ResponseCurve curve{};
    float gain = 1;
    float offset = 0;
    float low = 0;
    float high = 1;
    Combine combine = Combine::add;
    bool on = true;
    /// What the target was called where this rig has none of that name (`target` is no_index): such rows are
    /// shown and kept in the file. For sliders the part's name; `lost_group` is its group's.
    std::string lost_name{};
    std::string lost_group{};
    bool operator==(const MappingRow&) const = default;
};

/// Targets that together stay within 1, as the vowels of one mouth and whatever closes one lid: while the sum
/// of share * value is above 1, those that yield are scaled down by one factor.
struct SharedLimit {
    struct Member {
        MappingTarget target;
        float share = 1;
        bool yields = true;
        bool operator==(const Member&) const = default;
    };
    std::vector<Member> members;
    bool operator==(const SharedLimit&) const = default;
};

struct Mapping {
    std::vector<MappingRow> rows;
    bool gaze_by_joints = false; ///< eyes are turned by joints: then no look row turns eyeballs, never both
    std::vector<ChannelIndex> unmatched;    ///< channels that nothing of the rig takes: shown, never guessed
    std::vector<SharedLimit> shared_limits; ///< by find_shared_limits(); not part of the file
    bool users_own = false;                 ///< set by a person and kept in the file, no guess
};

/// By names (rig/expression_names.h), then by what stands in for them: shapes of both sides at once, presets
/// of VRM 0.x and 1.0, visemes, VRoid's shapes, then sliders of the face groups.
[[nodiscard]] Mapping guess_mapping(const Rig& rig, const FaceGroups& groups, const HeadJoints& joints);

/// The vowels of a mouth, and for each lid what closes it: blinks yield to moods that close the eyes too, by
/// as much as their shapes do.
[[nodiscard]] std::vector<SharedLimit> find_shared_limits(const Rig& rig);

/// Fills `unmatched` from the rows.
void find_unmatched(Mapping& mapping);

/// Rows of sliders follow their parts to other face groups. Where a part is gone its rows are kept by name;
/// rows kept so find parts of `after` again.
void follow_groups(Mapping& mapping, const FaceGroups& before, const FaceGroups& after);

/// The eight look channels.
[[nodiscard]] bool is_look_channel(ChannelIndex channel);

/// Which expressions turn the eyeballs: those that move vertices which hang on the eye joints; all of them
/// where there are no joints or no such vertices, as nothing says otherwise.
class EyeballShapes {
public:
    EyeballShapes(const Rig& rig, const HeadJoints& joints);
    /// `expression` is an index into Rig::expressions.
    [[nodiscard]] bool turned_by(int expression) const;

private:
    std::vector<bool> turned_; ///< by Rig::expressions
};

/// Switches the driver of the gaze. To joints: rows of look channels onto expressions that turn the eyeballs
/// are switched off. To expressions: such rows are switched on, and added where the rig has the shapes but no
/// row. Does nothing and returns false where the rig lacks an eye joint or, for expressions, any look shape.
bool set_gaze_by_joints(Mapping& mapping, bool by_joints, const Rig& rig, const HeadJoints& joints);

/// What can be said about a mapping.
struct MappingReport {
    std::size_t by_name = 0;       ///< channels that drive an expression of their own name
    std::size_t by_substitute = 0; ///< further channels that drive other expressions
    std::size_t by_slider = 0;     ///< further channels that drive sliders
    std::size_t by_joints = 0;     ///< further channels that turn the eye joints
    std::vector<int> unused;       ///< expressions that no row drives, into Rig::expressions
    std::size_t lost_rows = 0;     ///< rows whose target this rig has not
    std::vector<SpareExpression> spare;
    std::vector<UnclearExpression> unclear;
    /// One line for a person: "all 52 channels found by name", "30 of 52 channels found by name, 8 by presets
    /// and other stand-ins", "none of the 52 channels drives this rig".
    [[nodiscard]] std::string line() const;
};
[[nodiscard]] MappingReport report_on(const Mapping& mapping, const Rig& rig);

struct RetargetOptions {
    bool mirror = false; ///< the avatar moves as a mirror would: left and right swapped, yaw and roll negated
    HeadPose centre{}; ///< the head pose that counts as straight ahead; rotation is undone as a rotation, not
                       ///< by subtracting angles. While its z is 0 no place is known: the head only turns
    float head_gain = 1; ///< on the angle of the head's rotation
};

/// Applies a mapping. Eye joints get gaze from the eight eyeLook channels where mapping.gaze_by_joints: 30
/// degrees at weight 1, or as far as a VRM file says that its eyes may go.
[[nodiscard]] RigControls retarget(const FaceState& state, const Mapping& mapping, const Rig& rig,
                                   const FaceGroups& groups, const RetargetOptions& options = {});

/// What one row makes of a face, before it joins the others: for its meter.
[[nodiscard]] float row_value(const MappingRow& row, const Weights& weights);

/// The performer as a mirror shows them: weights of paired channels swapped, yaw, roll and x negated. Twice
/// is bit-exactly the same again.
[[nodiscard]] FaceState mirrored(const FaceState& state);

} // namespace mien
