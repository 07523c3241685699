// The sliders of the bundled rigs: what each does to which bones.
#pragma once

#include <string>
#include <vector>

#include "models/generator/model.h"

namespace mien::head {

/// One bone moved along one channel by one slider; of a pair of bones the left one is named without its
/// "Left", and the right one moves as its mirror image.
struct SliderBone {
    std::string bone;
    enum class Side : std::uint8_t { middle, both, left, right } side = Side::middle;
    enum class Kind : std::uint8_t { position, rotation, scale } kind = Kind::position;
    int axis = 0;              ///< 0 x, 1 y, 2 z
    double start = 0, end = 0; ///< millimetres, degrees or a factor, relative to rest
};

struct Slider {
    std::string name;
    double rest = 0; ///< where the slider stands when the face is as modelled
    std::vector<SliderBone> bones;
};

struct SliderGroup {
    std::string name;
    std::vector<Slider> sliders;
};

/// Sliders that make other characters of the same head: eyes, brows, nose, mouth, jaw, cheeks, ears. At rest
/// 0.5.
[[nodiscard]] std::vector<SliderGroup> character_sliders();

/// The 52 ARKit expressions, each a slider of that name from 0 (rest) to 1.
[[nodiscard]] std::vector<SliderGroup> expression_sliders();

/// Face groups as JSON (rig/face_groups.h, version 1).
[[nodiscard]] std::string face_groups_json(const std::vector<SliderGroup>& groups,
                                           const std::vector<Joint>& joints);

} // namespace mien::head
