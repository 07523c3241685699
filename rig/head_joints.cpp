// find_head_joints(): by what a VRM file says, else by name.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <glm/common.hpp>

#include "rig/deform.h"
#include "rig/name_words.h"
#include "rig/skeleton.h"

namespace mien {
namespace {

using Words = std::vector<std::string>;

bool has_word(const Words& words, std::string_view wanted) {
    return std::ranges::find(words, wanted) != words.end();
}

bool has_any(const Words& words, std::initializer_list<std::string_view> wanted) {
    return std::ranges::any_of(wanted, [&](std::string_view word) { return has_word(words, word); });
}

/// Words that make a name mean something beside the bone itself: the end of a chain, a helper, another part.
bool is_helper(const Words& words) {
    return has_any(words, {"end", "nub", "tip", "top", "target", "aim", "ik", "ctrl", "control", "pole",
                           "look", "front", "hair", "wear", "gear", "crystal", "upper", "lower"});
}

bool is_head(const Words& words) {
    return has_word(words, "head") && !is_helper(words);
}
bool is_neck(const Words& words) {
    return has_word(words, "neck") && !is_helper(words);
}
bool is_jaw(const Words& words) {
    const bool jaw = has_any(words, {"jaw", "mandible"}) || (has_word(words, "lowerjaw"));
    return jaw &&
           !has_any(words, {"end", "nub", "tip", "target", "ik", "ctrl", "control", "upper", "upperjaw"});
}
bool is_eye(const Words& words, std::string_view side, std::string_view letter) {
    const bool eye = has_any(words, {"eye", "eyeball"});
    const bool part = has_any(words, {"brow", "lid", "lash", "lashes", "blink", "bag", "highlight"});
    return eye && has_any(words, {side, letter}) && !part && !is_helper(words);
}

/// Nodes seen as candidates for joints.
class Candidates {
public:
    explicit Candidates(const Rig& rig) : rig_(rig), is_joint_(rig.nodes.size(), false) {
        for (const Skin& skin : rig.skins)
            for (const int joint : skin.joints) is_joint_[static_cast<std::size_t>(joint)] = true;
        words_.reserve(rig.nodes.size());
        for (const Node& node : rig.nodes) words_.push_back(name_words(without_namespace(node.name)));
    }

    /// The node whose words fit best: joints of a skin before others, fewer words before more, the file's
    /// order last. Nodes that carry a skinned mesh move nothing and never count.
    template <typename Fits>
    [[nodiscard]] int best(Fits fits) const {
        int best = no_index;
        for (const int node : rig_.node_order) {
            if (rig_.nodes[static_cast<std::size_t>(node)].skin != no_index ||
                !fits(words_[index(node)], node))
                continue;
            if (best == no_index || rank(node) < rank(best)) best = node;
        }
        return best;
    }

    /// By node: whether it is `ancestor` or below it.
    [[nodiscard]] std::vector<bool> below(int ancestor) const {
        std::vector<bool> result(rig_.nodes.size(), false);
        for (const int node : rig_.node_order) {
            const int parent = rig_.nodes[index(node)].parent;
            result[index(node)] = node == ancestor || (parent != no_index && result[index(parent)]);
        }
        return result;
    }
    [[nodiscard]] bool is_joint(int node) const { return is_joint_[index(node)]; }
    [[nodiscard]] const Words& words(int node) const { return words_[index(node)]; }

private:
    static std::size_t index(int node) { return static_cast<std::size_t>(node); }
    static std::string_view without_namespace(std::string_view name) {
        return name.substr(name.find_last_of(":|") + 1); // npos + 1 is 0
    }
    [[nodiscard]] std::size_t rank(int node) const {
        return words_[index(node)].size() + (is_joint_[index(node)] ? 0 : 1000);
    }

    const Rig& rig_;
    std::vector<bool> is_joint_;
    std::vector<Words> words_;
};

HeadJoints by_name(const Rig& rig) {
    const Candidates candidates(rig);
    HeadJoints joints;
    joints.head = candidates.best([](const Words& words, int) { return is_head(words); });
    const std::vector<bool> below_head = candidates.below(joints.head);
    const auto in_head = [&](int node) {
        return joints.head == no_index || below_head[static_cast<std::size_t>(node)];
    };
    const auto find_eye = [&](std::string_view side, std::string_view letter) {
        const int inside = candidates.best(
            [&](const Words& words, int node) { return in_head(node) && is_eye(words, side, letter); });
        if (inside != no_index) return inside;
        return candidates.best([&](const Words& words, int) { return is_eye(words, side, letter); });
    };
    joints.left_eye = find_eye("left", "l");
    joints.right_eye = find_eye("right", "r");
    // A node called "head" that is no joint and does not carry the eyes is a mesh beside them.
    if (joints.head != no_index && !candidates.is_joint(joints.head) && joints.left_eye != no_index &&
        !below_head[static_cast<std::size_t>(joints.left_eye)])
        joints.head = no_index;
    joints.jaw =
        candidates.best([&](const Words& words, int node) { return in_head(node) && is_jaw(words); });
    for (int node = joints.head; node != no_index; node = rig.nodes[static_cast<std::size_t>(node)].parent)
        if (is_neck(candidates.words(node))) {
            joints.neck = node;
            break;
        }
    return joints;
}

int bone(const VrmData& vrm, const char* name) {
    const auto found = vrm.bones.find(name);
    return found == vrm.bones.end() ? no_index : found->second;
}

/// What the VRM file says counts; what it does not say stays as guessed.
void prefer_vrm(const VrmData& vrm, HeadJoints& joints) {
    const auto prefer = [&](const char* name, int& joint) {
        if (const int node = bone(vrm, name); node != no_index) joint = node;
    };
    prefer("neck", joints.neck);
    prefer("head", joints.head);
    prefer("jaw", joints.jaw);
    prefer("leftEye", joints.left_eye);
    prefer("rightEye", joints.right_eye);
}

glm::vec3 rest_centre(const Rig& rig) {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    glm::vec3 low(infinity);
    glm::vec3 high(-infinity);
    for (const DeformedPrimitive& primitive : deform(rig, evaluate(rig, rest_pose(rig))))
        for (const glm::vec3& position : primitive.positions) {
            low = glm::min(low, position);
            high = glm::max(high, position);
        }
    return low.x <= high.x ? (low + high) * 0.5f : glm::vec3(0);
}

/// Some makers mean the viewer's left. The left eye is the one on the left of the way the face looks.
void tell_eyes_apart(const Rig& rig, HeadJoints& joints) {
    if (joints.left_eye == no_index || joints.right_eye == no_index) return;
    const PosedRig rest = evaluate(rig, rest_pose(rig));
    const glm::vec3 to_left(rest.world[static_cast<std::size_t>(joints.left_eye)][3] -
                            rest.world[static_cast<std::size_t>(joints.right_eye)][3]);
    if (std::cos(rig.front_yaw) * to_left.x - std::sin(rig.front_yaw) * to_left.z < 0)
        std::swap(joints.left_eye, joints.right_eye);
}

} // namespace

HeadJoints find_head_joints(const Rig& rig) {
    HeadJoints joints = by_name(rig);
    if (rig.vrm)
        prefer_vrm(*rig.vrm, joints);
    else
        tell_eyes_apart(rig, joints);
    joints.centre = rest_centre(rig);
    return joints;
}

} // namespace mien
