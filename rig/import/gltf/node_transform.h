// The rest transform of a node: translation, rotation and scale, or a matrix.
#pragma once

#include "base/result.h"
#include "rig/checked_json.h"
#include "rig/import/report.h"
#include "rig/rig.h"

namespace mien::gltf {

/// Fills the transform of `node`. A matrix is taken apart where translation, rotation and scale give it back,
/// else kept beside the nearest such parts. A rotation of length 0 counts as none, with a warning.
[[nodiscard]] Result<void> read_transform(const JsonObject& object, Node& node, Report& report);

} // namespace mien::gltf
