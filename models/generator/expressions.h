// The 52 ARKit expressions as displacement fields.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "models/generator/face_point.h"

namespace mien::head {

/// What a movement does at weight 1. A centred one is asked on the left half only and mirrored to the right
/// one; a left one is asked everywhere, and its mirror image is the right one.
using Displacement = std::function<Vec3(const FacePoint&)>;

enum class Symmetry : std::uint8_t { centred, left };

struct Movement {
    std::string name; ///< as ARKit spells it; of left ones without "Left"
    Symmetry symmetry;
    Displacement displacement;
};

/// Brows, lids, eyes, cheeks and nose.
[[nodiscard]] std::vector<Movement> upper_face_movements();
/// Jaw, lips and tongue.
[[nodiscard]] std::vector<Movement> lower_face_movements();

} // namespace mien::head
