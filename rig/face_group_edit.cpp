#include "rig/face_group_edit.h"

#include <algorithm>
#include <utility>

#include "rig/bone_path.h"

namespace mien {
namespace {

/// A part together with the name of its group.
struct NamedPart {
    std::string_view group;
    std::string_view part;
};

std::vector<NamedPart> list_parts(const FaceGroups& groups) {
    std::vector<NamedPart> parts;
    for (const FaceGroup& group : groups.groups)
        for (const FacePart& part : group.parts) parts.push_back({group.name, part.name});
    return parts;
}

bool is_scale(BoneChannel channel) {
    return channel >= BoneChannel::scale_x;
}

float value_at(const FaceBone& bone, float slider) {
    return bone.start + (bone.end - bone.start) * slider;
}

bool moves_the_same(const FaceBone& a, const FaceBone& b) {
    return a.channel == b.channel && (a.node != no_index ? a.node == b.node : a.path == b.path);
}

/// What a slider's parts do along one bone's channel, but for the part at `except`.
struct Contributions {
    float shown = 0; ///< all of them, as the sliders stand
    float rest = 0;  ///< the other parts, at rest
};

Contributions contributions(const FaceGroups& groups, std::size_t except, const FaceBone& wanted,
                            const std::vector<float>& sliders) {
    const bool scale = is_scale(wanted.channel);
    const float nothing = neutral_value(wanted.channel);
    Contributions sums{nothing, nothing};
    const auto add = [scale](float& sum, float value) { sum = scale ? sum * value : sum + value; };
    for (std::size_t i = 0; i < groups.slider_count(); ++i) {
        const FacePart& part = *groups.slider(i);
        const float slider = i < sliders.size() ? sliders[i] : part.rest;
        for (const FaceBone& bone : part.bones) {
            if (!moves_the_same(bone, wanted)) continue;
            add(sums.shown, value_at(bone, slider));
            if (i != except) add(sums.rest, value_at(bone, part.rest));
        }
    }
    return sums;
}

} // namespace

std::size_t slider_index(const FaceGroups& groups, PartAddress at) {
    std::size_t index = at.part;
    for (std::size_t g = 0; g < at.group; ++g) index += groups.groups[g].parts.size();
    return index;
}

std::optional<PartAddress> part_of_slider(const FaceGroups& groups, std::size_t index) {
    for (std::size_t g = 0; g < groups.groups.size(); ++g) {
        const std::size_t count = groups.groups[g].parts.size();
        if (index < count) return PartAddress{g, index};
        index -= count;
    }
    return std::nullopt;
}

std::vector<int> slider_moves(const FaceGroups& before, const FaceGroups& after) {
    const std::vector<NamedPart> old_parts = list_parts(before);
    const std::vector<NamedPart> new_parts = list_parts(after);
    std::vector<int> moves(old_parts.size(), no_index);
    std::vector<bool> taken(new_parts.size(), false);
    const auto match = [&](auto same) {
        for (std::size_t i = 0; i < old_parts.size(); ++i)
            for (std::size_t j = 0; moves[i] == no_index && j < new_parts.size(); ++j)
                if (!taken[j] && same(i, j)) {
                    moves[i] = static_cast<int>(j);
                    taken[j] = true;
                }
    };
    match([&](std::size_t i, std::size_t j) {
        return old_parts[i].part == new_parts[j].part && old_parts[i].group == new_parts[j].group;
    });
    match([&](std::size_t i, std::size_t j) { return old_parts[i].part == new_parts[j].part; });
    if (std::ranges::count(moves, no_index) == 1 && std::ranges::count(taken, false) == 1)
        match([](std::size_t i, std::size_t j) { return i == j; });
    return moves;
}

float neutral_value(BoneChannel channel) {
    return is_scale(channel) ? 1.0f : 0.0f;
}

int axis_of(BoneChannel channel) {
    return static_cast<int>(channel) % 3;
}

BoneChannel along_axis(BoneChannel channel, int axis) {
    return static_cast<BoneChannel>(static_cast<int>(channel) / 3 * 3 + axis);
}

FaceBone new_face_bone(const Rig& rig, int node, BoneChannel channel) {
    const float nothing = neutral_value(channel);
    return {bone_path(rig, node), node, channel, nothing, nothing};
}

void set_channel(FaceBone& bone, BoneChannel channel) {
    const bool same_kind = static_cast<int>(bone.channel) / 3 == static_cast<int>(channel) / 3;
    bone.channel = channel;
    if (!same_kind) reset(bone);
}

std::string unused_name(const std::vector<std::string>& taken, std::string_view wanted) {
    std::string name(wanted);
    for (int number = 2; std::ranges::find(taken, name) != taken.end(); ++number)
        name = fmt::format("{} {}", wanted, number);
    return name;
}

void reset(FaceBone& bone) {
    bone.start = bone.end = neutral_value(bone.channel);
}

void reset(FacePart& part) {
    for (FaceBone& bone : part.bones) reset(bone);
}

void reset(FaceGroup& group) {
    for (FacePart& part : group.parts) reset(part);
}

void reset(FaceGroups& groups) {
    for (FaceGroup& group : groups.groups) reset(group);
}

void set_range_from_pose(FaceGroups& groups, PartAddress at, RangeEnd end,
                         const std::vector<float>& sliders) {
    const std::size_t slider = slider_index(groups, at);
    const FaceGroups shown = groups; // entries are set one by one; each is measured against the pose before
    std::vector<FaceBone>& bones = groups.groups[at.group].parts[at.part].bones;
    for (std::size_t i = 0; i < bones.size(); ++i) {
        FaceBone& bone = bones[i];
        float& range_end = end == RangeEnd::start ? bone.start : bone.end;
        const auto first =
            std::ranges::find_if(bones, [&](const FaceBone& other) { return moves_the_same(other, bone); });
        if (&*first != &bone) { // two entries of one part on one channel: the first takes all of it
            range_end = neutral_value(bone.channel);
            continue;
        }
        const Contributions sums = contributions(shown, slider, bone, sliders);
        if (!is_scale(bone.channel))
            range_end = sums.shown - sums.rest;
        else if (sums.rest != 0)
            range_end = sums.shown / sums.rest;
    }
}

} // namespace mien
