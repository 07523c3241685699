// The morph weights that a mesh or node is drawn with at rest.
#pragma once

#include <cstddef>
#include <vector>

#include "rig/checked_json.h"
#include "rig/import/report.h"

namespace mien::gltf {

/// The `weights` of a mesh or node with `count` targets: exactly `count`, or empty where the file has none.
/// What does not fit is told and mended with 0.
[[nodiscard]] std::vector<float> read_default_weights(const JsonObject& owner, std::size_t count,
                                                      Report& report);

} // namespace mien::gltf
