// The ARKit expressions as movements of face bones, for a rig without morph targets. Angles and lengths were
// set beside the morph targets until both looked alike; what bones cannot do (rolling lips in, a tongue that
// bends) is left to the nearest thing they can.
#include "models/generator/face_sliders.h"

namespace mien::head {

namespace {

using enum SliderBone::Side;
using enum SliderBone::Kind;

SliderBone move(std::string bone, SliderBone::Side side, int axis, double by) {
    return {std::move(bone), side, position, axis, 0, by};
}
SliderBone turn(std::string bone, SliderBone::Side side, int axis, double by) {
    return {std::move(bone), side, rotation, axis, 0, by};
}
/// Along all three axes at once.
std::vector<SliderBone> move_by(const std::string& bone, SliderBone::Side side, const Vec3& by) {
    std::vector<SliderBone> bones;
    for (int axis = 0; axis < 3; ++axis)
        if (by[axis] != 0) bones.push_back(move(bone, side, axis, by[axis]));
    return bones;
}
std::vector<SliderBone> all(std::initializer_list<std::vector<SliderBone>> lists) {
    std::vector<SliderBone> bones;
    for (const auto& list : lists) bones.insert(bones.end(), list.begin(), list.end());
    return bones;
}

/// A left slider and its mirror image.
void add_pair(std::vector<Slider>& sliders, const std::string& name,
              const std::vector<SliderBone>& left_bones) {
    sliders.push_back({name + "Left", 0, left_bones});
    std::vector<SliderBone> right_bones = left_bones;
    for (SliderBone& bone : right_bones) {
        if (bone.side == left) bone.side = right;
        // A bone in the middle is mirrored in itself.
        const bool turns_round = bone.kind == position ? bone.axis == 0 : bone.axis != 0;
        if (bone.side == middle && turns_round) bone.end = -bone.end;
    }
    sliders.push_back({name + "Right", 0, right_bones});
}

// A lid's bone turns about the eyeball's centre; + is down. From open to closed_lid in the middle of the
// opening.
constexpr double upper_lid_shuts = 39, lower_lid_shuts = -11;
constexpr double gaze = 30;

std::vector<Slider> eye_sliders() {
    std::vector<Slider> s;
    // Blending two turns draws a place inwards, towards the eyeball: the lid grows a little to stay before
    // it.
    std::vector<SliderBone> blink{turn("UpperLid", left, 0, upper_lid_shuts),
                                  turn("LowerLid", left, 0, lower_lid_shuts)};
    for (int axis = 0; axis < 3; ++axis) blink.push_back({"UpperLid", left, scale, axis, 1, 1.045});
    add_pair(s, "eyeBlink", blink);
    add_pair(s, "eyeLookDown",
             {turn("Eye", left, 0, gaze), turn("UpperLid", left, 0, 16), turn("LowerLid", left, 0, 7)});
    add_pair(s, "eyeLookIn", {turn("Eye", left, 1, -gaze)});
    add_pair(s, "eyeLookOut", {turn("Eye", left, 1, gaze)});
    add_pair(s, "eyeLookUp",
             {turn("Eye", left, 0, -gaze), turn("UpperLid", left, 0, -9), turn("LowerLid", left, 0, -4)});
    add_pair(s, "eyeSquint",
             {turn("UpperLid", left, 0, 5), turn("LowerLid", left, 0, -9), move("Cheek", left, 1, 1.5)});
    add_pair(s, "eyeWide", {turn("UpperLid", left, 0, -11), turn("LowerLid", left, 0, 3)});
    return s;
}

std::vector<Slider> brow_and_cheek_sliders() {
    std::vector<Slider> s;
    add_pair(s, "browDown",
             all({move_by("InnerBrow", left, {-3, -6.5, 1}), move_by("OuterBrow", left, {0, -3, 0})}));
    s.push_back({"browInnerUp", 0, move_by("InnerBrow", both, {0.8, 8, 0})});
    add_pair(s, "browOuterUp",
             all({move_by("OuterBrow", left, {1, 8, 0}), move_by("InnerBrow", left, {0, 2, 0})}));
    s.push_back({"cheekPuff", 0, move_by("Cheek", both, {9, -8, 10})});
    add_pair(s, "cheekSquint", all({move_by("Cheek", left, {1, 5, 2.5}), {turn("LowerLid", left, 0, -6)}}));
    add_pair(s, "noseSneer",
             all({move_by("Nostril", left, {1.5, 5, 0}), move_by("UpperLip", left, {0, 2, 0.5})}));
    return s;
}

std::vector<Slider> jaw_sliders() {
    std::vector<Slider> s;
    s.push_back({"jawForward", 0, move_by("Jaw", middle, {0, 0, 6})});
    s.push_back({"jawLeft", 0, move_by("Jaw", middle, {7, 0, 0})});
    // The corner's bone does not hang on the jaw: it is taken along half way.
    s.push_back(
        {"jawOpen", 0, all({{turn("Jaw", middle, 0, 19)}, move_by("LipCorner", both, {-1, -9, -4})})});
    s.push_back({"jawRight", 0, move_by("Jaw", middle, {-7, 0, 0})});
    s.push_back({"tongueOut", 0,
                 all({move_by("Tongue", middle, {0, 1, 10}), move_by("TongueTip", middle, {0, -3, 17})})});
    return s;
}

std::vector<Slider> mouth_sliders() {
    std::vector<Slider> s;
    s.push_back({"mouthClose", 0,
                 all({move_by("LowerLip", middle, {0, 20.5, 6}), move_by("LowerLip", both, {0, 18, 6}),
                      move_by("UpperLip", middle, {0, -12, -3}), move_by("UpperLip", both, {0, -10, -3})})});
    add_pair(s, "mouthDimple", move_by("LipCorner", left, {5, 1, -4}));
    add_pair(s, "mouthFrown",
             all({move_by("LipCorner", left, {0, -10, -1}), move_by("LowerLip", left, {0, -2, 0}),
                  move_by("UpperLip", left, {0, -2, 0})}));
    s.push_back({"mouthFunnel", 0,
                 all({move_by("LipCorner", both, {-11, 0, 9}), move_by("UpperLip", middle, {0, 5, 8}),
                      move_by("LowerLip", middle, {0, -5, 8}), move_by("UpperLip", both, {-4, 4, 8}),
                      move_by("LowerLip", both, {-4, -4, 8})})});
    for (const auto& [name, by] : {std::pair{"mouthLeft", 8.0}, std::pair{"mouthRight", -8.0}}) {
        std::vector<SliderBone> bones;
        for (const char* bone : {"UpperLip", "LowerLip"}) {
            bones.push_back(move(bone, middle, 0, by));
            // Both lips' sides go the same way: not mirrored.
            bones.push_back(move(bone, left, 0, by));
            bones.push_back({bone, right, position, 0, 0, -by});
        }
        bones.push_back(move("LipCorner", left, 0, by));
        bones.push_back({"LipCorner", right, position, 0, 0, -by});
        s.push_back({name, 0, bones});
    }
    add_pair(s, "mouthLowerDown",
             all({move_by("LowerLip", left, {0.5, -7, 0.5}), move_by("LowerLip", middle, {0, -3.5, 0})}));
    add_pair(s, "mouthPress",
             all({move_by("UpperLip", left, {0, -1, -1.5}), move_by("LowerLip", left, {0, 1, -1.5})}));
    s.push_back({"mouthPucker", 0,
                 all({move_by("LipCorner", both, {-15, 0, 12}), move_by("UpperLip", middle, {0, 0, 8}),
                      move_by("LowerLip", middle, {0, 0, 8}), move_by("UpperLip", both, {-6.5, 0, 9}),
                      move_by("LowerLip", both, {-6.5, 0, 9})})});
    s.push_back({"mouthRollLower", 0,
                 all({move_by("LowerLip", middle, {0, 2, -4}), move_by("LowerLip", both, {0, 2, -4})})});
    s.push_back({"mouthRollUpper", 0,
                 all({move_by("UpperLip", middle, {0, -2, -4}), move_by("UpperLip", both, {0, -2, -4})})});
    s.push_back({"mouthShrugLower", 0,
                 all({move_by("LowerLip", middle, {0, 3, 2}), move_by("UpperLip", middle, {0, 2.5, 1}),
                      move_by("Chin", middle, {0, 4, 1})})});
    s.push_back({"mouthShrugUpper", 0,
                 all({move_by("UpperLip", middle, {0, 3, 2}), move_by("LowerLip", middle, {0, 2.5, 1})})});
    add_pair(s, "mouthSmile",
             all({move_by("LipCorner", left, {11, 12, -7}),
                  move_by("UpperLip", left, {3, 2, -1}),
                  move_by("LowerLip", left, {3, 1.5, -1}),
                  move_by("Cheek", left, {1, 5, 2}),
                  {turn("LowerLid", left, 0, -3)}}));
    add_pair(s, "mouthStretch",
             all({move_by("LipCorner", left, {10, -4, -5}), move_by("LowerLip", left, {2, 0, 0})}));
    add_pair(s, "mouthUpperUp",
             all({move_by("UpperLip", left, {0.8, 6.5, 0.5}), move_by("UpperLip", middle, {0, 3, 0})}));
    return s;
}

} // namespace

std::vector<SliderGroup> expression_sliders() {
    return {{"Eye expressions", eye_sliders()},
            {"Brow and cheek expressions", brow_and_cheek_sliders()},
            {"Jaw expressions", jaw_sliders()},
            {"Mouth expressions", mouth_sliders()}};
}

} // namespace mien::head
