// Expressions beyond ARKit's 52 that avatars have instead: presets of VRM, visemes, VRoid's shapes, vowels of
// MikuMikuDance; and what of the 52 drives them. A table.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "rig/rig.h"
#include "solver/mapping.h"

namespace mien {

/// What such an expression means. The VRM 1.0 presets first.
enum class Meaning : std::uint8_t {
    none,
    aa,
    ih,
    ou,
    ee,
    oh,
    happy,
    sad,
    angry,
    surprised,
    blink,
    look_up,
    look_down,
    look_left,
    look_right,
    lips_shut, ///< the viseme PP
    lip_bite,  ///< the viseme FF
    brow_up_left,
    brow_up_right,
    brows_up,
    brows_down,
    brows_sad,
};

/// By the preset that a VRM file says; none where it says nothing.
[[nodiscard]] Meaning meaning_of_preset(const Rig& rig, const Expression& expression);
/// By name.
[[nodiscard]] Meaning meaning_of_name(std::string_view name);

/// The vowels and the other shapes of a speaking mouth, of which only one can be whole at a time.
[[nodiscard]] bool is_mouth_shape(Meaning meaning);

/// One row of a recipe.
struct Ingredient {
    ChannelIndex source = 0;
    bool both = false;
    float gain = 1;
    float offset = 0;
    Combine combine = Combine::add;
    Meaning only_with = Meaning::none; ///< left out where the rig has nothing of this meaning
};

/// How the 52 drive an expression of a meaning.
struct Recipe {
    Meaning meaning = Meaning::none;
    std::span<const Ingredient> ingredients;
    /// The first ingredient's channel belongs to this recipe: no further one takes it.
    bool claims = true;
};

/// In the order in which they are tried: earlier ones take their channels first.
[[nodiscard]] std::span<const Recipe> substitute_recipes();

} // namespace mien
