#include "rig/mirror_bones.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <limits>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "rig/bone_path.h"
#include "rig/name_words.h"
#include "rig/skeleton.h"
#include "rig/transform.h"

namespace mien {
namespace {

std::size_t index(int node) {
    return static_cast<std::size_t>(node);
}

struct SideWord {
    std::string_view word;
    std::string_view other;
};
constexpr std::array side_words = std::to_array<SideWord>(
    {{"left", "right"}, {"right", "left"}, {"l", "r"}, {"r", "l"}, {"lt", "rt"}, {"rt", "lt"}});

/// The other side's word, in capitals where `like` is.
std::string spelt_like(std::string_view word, std::string_view like) {
    const auto upper = [](char c) { return c >= 'A' && c <= 'Z'; };
    std::string text(word);
    const bool all = std::ranges::all_of(like, upper);
    for (std::size_t i = 0; i < text.size(); ++i)
        if (all || (i == 0 && upper(like.front())))
            text[i] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[i])));
    return text;
}

/// Values smaller than this part of the largest come from rounding.
constexpr float negligible = 0.001f;

/// Entries along the three axes for a range along a direction.
std::vector<FaceBone> along(const FaceBone& bone, const glm::vec3& direction) {
    std::vector<FaceBone> entries;
    const float largest = std::max({std::abs(direction.x), std::abs(direction.y), std::abs(direction.z)});
    for (int axis = 0; axis < 3; ++axis) {
        const float share = direction[axis];
        if (std::abs(share) <= largest * negligible) continue;
        // Axes that line up keep their numbers as they are written.
        const float exact = std::abs(std::abs(share) - 1) < 1e-4f ? std::copysign(1.0f, share) : share;
        FaceBone entry = bone;
        entry.channel = along_axis(bone.channel, axis);
        entry.start = bone.start == 0 ? 0 : bone.start * exact;
        entry.end = bone.end == 0 ? 0 : bone.end * exact;
        entries.push_back(entry);
    }
    return entries;
}

/// Adds an entry to those of a part; one on the same channel of the same bone grows by it.
void add_entry(std::vector<FaceBone>& bones, const FaceBone& entry) {
    const auto same = std::ranges::find_if(bones, [&](const FaceBone& other) {
        return other.node == entry.node && other.channel == entry.channel;
    });
    if (same == bones.end()) {
        bones.push_back(entry);
    } else if (entry.channel >= BoneChannel::scale_x) {
        same->start *= entry.start;
        same->end *= entry.end;
    } else {
        same->start += entry.start;
        same->end += entry.end;
    }
}

std::optional<PartAddress> find_part(const FaceGroups& groups, std::string_view name) {
    for (std::size_t g = 0; g < groups.groups.size(); ++g)
        for (std::size_t p = 0; p < groups.groups[g].parts.size(); ++p)
            if (groups.groups[g].parts[p].name == name) return PartAddress{g, p};
    return std::nullopt;
}

} // namespace

std::optional<std::string> with_other_side(std::string_view name) {
    std::string_view found;
    std::string_view other;
    for (const std::string_view word : name_word_views(name)) {
        std::string small(word);
        std::ranges::transform(small, small.begin(),
                               [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        const auto side = std::ranges::find(side_words, std::string_view(small), &SideWord::word);
        if (side == side_words.end()) continue;
        if (!found.empty()) return std::nullopt;
        found = word;
        other = side->other;
    }
    if (found.empty()) return std::nullopt;
    std::string swapped(name);
    swapped.replace(static_cast<std::size_t>(found.data() - name.data()), found.size(),
                    spelt_like(other, found));
    return swapped;
}

BoneMirror::BoneMirror(const Rig& rig)
    : rig_(rig), rest_(evaluate(rig, rest_pose(rig))),
      across_(std::cos(rig.front_yaw), 0, -std::sin(rig.front_yaw)), is_joint_(rig.nodes.size(), false) {
    for (const Skin& skin : rig.skins)
        for (const int joint : skin.joints) is_joint_[index(joint)] = true;
    const HeadJoints joints = find_head_joints(rig);
    if (joints.left_eye != no_index && joints.right_eye != no_index)
        middle_ = glm::dot(across_, place(joints.left_eye) + place(joints.right_eye)) / 2;
    else
        middle_ = glm::dot(across_, joints.head != no_index ? place(joints.head) : joints.centre);
    glm::vec3 low(std::numeric_limits<float>::max());
    glm::vec3 high(std::numeric_limits<float>::lowest());
    const int top = joints.head;
    for (const int node : rig.node_order) {
        bool inside = top == no_index;
        for (int at = node; at != no_index && !inside; at = rig.nodes[index(at)].parent) inside = at == top;
        if (!inside) continue;
        low = glm::min(low, place(node));
        high = glm::max(high, place(node));
    }
    constexpr float near_share = 0.04f; // of the size of the head's bones: 8 mm for a person
    near_ = low.x <= high.x ? glm::length(high - low) * near_share : 0;
}

glm::vec3 BoneMirror::reflected(const glm::vec3& direction) const {
    return direction - 2 * glm::dot(direction, across_) * across_;
}

glm::vec3 BoneMirror::place(int node) const {
    return rest_.world[index(node)][3];
}

glm::mat3 BoneMirror::axes(int node) const {
    glm::mat3 axes(rest_.world[index(node)]);
    for (int axis = 0; axis < 3; ++axis) {
        const float length = glm::length(axes[axis]);
        if (length > 0) axes[axis] /= length;
    }
    return axes;
}

glm::mat3 BoneMirror::frame(int node) const {
    const int parent = rig_.nodes[index(node)].parent;
    return parent == no_index ? glm::mat3(1) : glm::mat3(rest_.world[index(parent)]);
}

int BoneMirror::nearest_to(const glm::vec3& wanted, int but_not) const {
    int best = no_index;
    float least = near_;
    for (const int node : rig_.node_order) {
        if (node == but_not || is_joint_[index(node)] != is_joint_[index(but_not)]) continue;
        const float distance = glm::length(place(node) - wanted);
        if (distance >= least) continue;
        least = distance;
        best = node;
    }
    return best;
}

int BoneMirror::image(int node) const {
    const glm::vec3 here = place(node);
    const glm::vec3 there = here - 2 * (glm::dot(here, across_) - middle_) * across_;
    if (const auto name = with_other_side(rig_.nodes[index(node)].name)) {
        const std::string path = bone_path(rig_, node);
        int by_name = no_index;
        for (const int other : rig_.node_order)
            if (rig_.nodes[index(other)].name == *name &&
                (by_name == no_index ||
                 glm::length(place(other) - there) < glm::length(place(by_name) - there)))
                by_name = other;
        constexpr float about = 4; // a name says more than a place: faces are not exactly symmetric
        if (by_name != no_index && (near_ == 0 || glm::length(place(by_name) - there) < about * near_))
            return by_name;
    }
    const float aside = std::abs(glm::dot(here, across_) - middle_);
    if (aside * 2 < near_ || near_ == 0) return node;
    return nearest_to(there, node);
}

std::vector<FaceBone> BoneMirror::mirrored(const FaceBone& bone) const {
    if (bone.node == no_index) return {};
    const int other = image(bone.node);
    if (other == no_index) return {};
    FaceBone entry = bone;
    entry.node = other;
    entry.path = bone_path(rig_, other);
    const int axis = axis_of(bone.channel);
    if (bone.channel < BoneChannel::rotation_x) { // a place in the parent's frame, its scale included
        const glm::mat3 to = frame(other);
        if (glm::determinant(to) == 0) return {};
        return along(entry, glm::inverse(to) * reflected(frame(bone.node)[axis]));
    }
    const glm::vec3 image_axis = glm::transpose(axes(other)) * reflected(axes(bone.node)[axis]);
    // A reflection turns rotations round: they are pseudo-vectors. So does a frame that is itself mirrored.
    const bool turned = glm::determinant(axes(other)) * glm::determinant(axes(bone.node)) > 0;
    if (bone.channel < BoneChannel::scale_x) return along(entry, turned ? -image_axis : image_axis);
    int nearest = 0;
    for (int i = 1; i < 3; ++i)
        if (std::abs(image_axis[i]) > std::abs(image_axis[nearest])) nearest = i;
    entry.channel = along_axis(bone.channel, nearest);
    return {entry};
}

MirroredPart mirror_part(const Rig& rig, FaceGroups& groups, PartAddress at) {
    const BoneMirror mirror(rig);
    const FacePart original = groups.groups[at.group].parts[at.part];
    MirroredPart result{at, {}};
    FacePart image{original.name, original.rest, {}};
    for (const FaceBone& bone : original.bones) {
        const std::vector<FaceBone> entries = mirror.mirrored(bone);
        if (entries.empty()) result.without_image.push_back(bone.path);
        for (const FaceBone& entry : entries) add_entry(image.bones, entry);
    }
    std::vector<FacePart>& parts = groups.groups[at.group].parts;
    if (const auto name = with_other_side(original.name)) {
        image.name = *name;
        if (const auto there = find_part(groups, *name)) {
            groups.groups[there->group].parts[there->part] = std::move(image);
            result.at = *there;
        } else {
            result.at.part = at.part + 1;
            parts.insert(parts.begin() + static_cast<std::ptrdiff_t>(result.at.part), std::move(image));
        }
        return result;
    }
    for (const FaceBone& entry : image.bones) {
        const bool there = std::ranges::any_of(original.bones, [&](const FaceBone& other) {
            return other.node == entry.node && other.channel == entry.channel;
        });
        if (!there) parts[at.part].bones.push_back(entry);
    }
    return result;
}

} // namespace mien
