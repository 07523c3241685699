// The joints. All have no rest rotation, so that their axes are the model's: x to the character's left, y up,
// z forwards. Head, jaw and eyes turn; the face bones are what the sliders of face_sliders.h pull at.
#pragma once

#include <string_view>
#include <vector>

#include "models/generator/model.h"

namespace mien::head {

/// Parents before children. Right bones are the mirror images of the left ones.
[[nodiscard]] std::vector<Joint> make_joints();

/// Must exist.
[[nodiscard]] int joint_number(const std::vector<Joint>& joints, std::string_view name);

/// The names from the root down, joined by "/", as face groups name bones.
[[nodiscard]] std::string joint_path(const std::vector<Joint>& joints, std::string_view name);

} // namespace mien::head
