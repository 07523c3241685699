// How vertices hang on joints.
#pragma once

#include <vector>

#include "models/generator/face_point.h"
#include "models/generator/model.h"

namespace mien::head {

/// The four joints that hold a point most, their weights adding up to 1. Mirrored points hang on mirrored
/// joints with the same weights.
[[nodiscard]] Binding bind_to_joints(const std::vector<Joint>& joints, const FacePoint& point);

} // namespace mien::head
