// What a person does to face groups, as functions on the value: the window's panel and the tests call the
// same. Any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rig/face_groups.h"

namespace mien {

/// Which part of which group.
struct PartAddress {
    std::size_t group = 0;
    std::size_t part = 0;
    bool operator==(const PartAddress&) const = default;
};

/// The flat number of a part's slider. The part must exist.
[[nodiscard]] std::size_t slider_index(const FaceGroups& groups, PartAddress at);
/// The part of a flat number; nothing beyond the end.
[[nodiscard]] std::optional<PartAddress> part_of_slider(const FaceGroups& groups, std::size_t index);

/// By flat number in `before`: the number of the same part in `after`, no_index where it is gone. Parts are
/// the same by their names, wherever they moved; one that alone has no partner was renamed.
[[nodiscard]] std::vector<int> slider_moves(const FaceGroups& before, const FaceGroups& after);

/// The value that changes nothing: 1 for scale, else 0.
[[nodiscard]] float neutral_value(BoneChannel channel);
/// The axis of a channel, 0 to 2, and the channel of the same kind along another axis.
[[nodiscard]] int axis_of(BoneChannel channel);
[[nodiscard]] BoneChannel along_axis(BoneChannel channel, int axis);

/// An entry that changes nothing yet.
[[nodiscard]] FaceBone new_face_bone(const Rig& rig, int node, BoneChannel channel);
/// Gives an entry another channel. Its range stays where it means the same, turned to another axis; it begins
/// anew where the kind changes, as degrees are no metres.
void set_channel(FaceBone& bone, BoneChannel channel);
/// `wanted`, with a number behind where `taken` has it already.
[[nodiscard]] std::string unused_name(const std::vector<std::string>& taken, std::string_view wanted);

/// The range becomes one that changes nothing; names and bones stay.
void reset(FaceBone& bone);
void reset(FacePart& part);
void reset(FaceGroup& group);
void reset(FaceGroups& groups);

enum class RangeEnd : std::uint8_t { start, end };

/// Makes the pose that `sliders` shows (flat numbers; what is missing is at rest) one end of a part's range:
/// with every other part at rest, the part at that end then shows it. Only the bones that the part has.
void set_range_from_pose(FaceGroups& groups, PartAddress at, RangeEnd end, const std::vector<float>& sliders);

} // namespace mien
