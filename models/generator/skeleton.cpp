#include "models/generator/skeleton.h"

#include <array>
#include <cassert>
#include <string>

#include "models/generator/proportions.h"

namespace mien::head {

namespace {

enum class Side : std::uint8_t { middle, both };

struct Bone {
    const char* name;   ///< without Left
    const char* parent; ///< likewise
    Side side;
    Vec3 position; ///< of the left one
};

constexpr std::array bones{
    Bone{"Hips", "", Side::middle, {0, -180, -28}},
    Bone{"Spine", "Hips", Side::middle, {0, -60, -30}},
    Bone{"Neck", "Spine", Side::middle, neck_pivot},
    Bone{"Head", "Neck", Side::middle, head_pivot},
    // Carries everything below the nose, teeth included: how long the face is.
    Bone{"LowerFace", "Head", Side::middle, {0, 168, 10}},
    Bone{"Jaw", "LowerFace", Side::middle, {0, jaw_hinge.y, jaw_hinge.z}},
    Bone{"Chin", "Jaw", Side::middle, {0, 113, 66}},
    Bone{"JawAngle", "Jaw", Side::both, {46, 145, 4}},
    // Lip bones sit where the lips touch, so that lips grow away from there.
    Bone{"LowerLip", "Jaw", Side::middle, {0, mouth_y, 82}},
    Bone{"LowerLip", "Jaw", Side::both, {13, mouth_y + 0.5, 80}},
    Bone{"Tongue", "Jaw", Side::middle, {0, mouth_y - 9, 30}},
    Bone{"TongueTip", "Tongue", Side::middle, {0, mouth_y - 9, 54}},
    Bone{"UpperLip", "LowerFace", Side::middle, {0, mouth_y, 82}},
    Bone{"UpperLip", "LowerFace", Side::both, {13, mouth_y + 0.5, 80}},
    Bone{"LipCorner", "LowerFace", Side::both, mouth_corner},
    Bone{"Cheek", "Head", Side::both, {40, 161, 58}},
    Bone{"Nose", "Head", Side::middle, {0, 166, 84}},
    Bone{"Nostril", "Nose", Side::both, {9, 155, 90}},
    // The whole region of an eye: how large it is and where it sits.
    Bone{"Orbit", "Head", Side::both, eye_centre},
    Bone{"Eye", "Orbit", Side::both, eye_centre},
    Bone{"UpperLid", "Orbit", Side::both, eye_centre},
    Bone{"LowerLid", "Orbit", Side::both, eye_centre},
    Bone{"InnerBrow", "Head", Side::both, {15, 215, 74}},
    Bone{"OuterBrow", "Head", Side::both, {43, 217, 62}},
    Bone{"Ear", "Head", Side::both, {70, 178, -6}},
};

/// A child of a paired bone hangs on its own side.
int parent_number(const std::vector<Joint>& joints, const std::string& parent, const std::string& side) {
    if (parent.empty()) return -1;
    const auto on_side = std::ranges::find(joints, side + parent, &Joint::name);
    return on_side != joints.end() ? int(on_side - joints.begin()) : joint_number(joints, parent);
}

} // namespace

std::vector<Joint> make_joints() {
    std::vector<Joint> joints;
    for (const Bone& bone : bones) {
        if (bone.side == Side::middle) {
            joints.push_back({bone.name, parent_number(joints, bone.parent, ""), bone.position});
            continue;
        }
        for (const std::string side : {"Left", "Right"})
            joints.push_back({side + bone.name, parent_number(joints, bone.parent, side),
                              side == "Left" ? bone.position : mirrored(bone.position)});
    }
    return joints;
}

int joint_number(const std::vector<Joint>& joints, std::string_view name) {
    const auto found = std::ranges::find(joints, name, &Joint::name);
    assert(found != joints.end());
    return int(found - joints.begin());
}

std::string joint_path(const std::vector<Joint>& joints, std::string_view name) {
    const Joint* joint = &joints[std::size_t(joint_number(joints, name))];
    std::string path = joint->name;
    while (joint->parent >= 0) {
        joint = &joints[std::size_t(joint->parent)];
        path = joint->name + "/" + path;
    }
    return path;
}

} // namespace mien::head
