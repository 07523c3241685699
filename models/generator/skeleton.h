// The joints and how vertices hang on them.
#pragma once

#include <string_view>

#include "models/generator/face_point.h"
#include "models/generator/model.h"

namespace mien::head {

/// Spine, Neck, Head, Jaw, LeftEye, RightEye, in this order.
[[nodiscard]] std::vector<Joint> make_joints();
/// Must exist.
[[nodiscard]] int joint_number(const std::vector<Joint>& joints, std::string_view name);

[[nodiscard]] Binding bind_to_joints(const std::vector<Joint>& joints, const FacePoint& point);

} // namespace mien::head
