// What an expression needs to know of a vertex, whichever mesh it belongs to.
#pragma once

#include "models/generator/proportions.h"
#include "models/generator/skin.h"

namespace mien::head {

/// A vertex at rest. Coordinates are of the whole head: x < 0 on the character's right.
struct FacePoint {
    enum class Kind : std::uint8_t {
        skin,        ///< moved by all fields
        lid_film,    ///< lashes and what is spanned between the lids: moved by them alone
        upper_teeth, ///< fixed to the skull
        lower_teeth, ///< fixed to the jaw
        tongue,
        eyeball, ///< turned by its joint alone
        rigid,   ///< hair, clothes: moved by no expression
    };
    Vec3 p;
    Kind kind = Kind::skin;
    double lip = 0;    ///< +1 upper lip, -1 lower lip and what hangs behind them, 0 elsewhere: lips touch, so
                       ///< their place alone does not tell which one it is
    double lid = 0;    ///< likewise +1 upper, -1 lower lid
    double inward = 0; ///< in the mouth: 0 on the outside, 1 at the line of contact, up to 2 at the throat
    double loose = 1;  ///< 0 where only the lids may move it: what lies hidden between lid and eyeball
    double ear = 0;    ///< 0..1: how much it belongs to the ear
    double shade = 0;  ///< 0..1: how dark a hollow is that the sculpture does not know of (nostril, ear)
};

/// The vertices of the skin's left half.
[[nodiscard]] std::vector<FacePoint> face_points(const Skin& skin);

} // namespace mien::head
