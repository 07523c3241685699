// What a mesh's morph targets are called.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "rig/checked_json.h"
#include "rig/import/report.h"

namespace mien::gltf {

/// One name per target, unique within the mesh: from the mesh's extras.targetNames, else its first
/// primitive's (VRM 0.x), else each target's own extras.name. What has none is called "MESH target N"; the
/// second of two equal names gets " (2)". Both are told.
[[nodiscard]] std::vector<std::string> read_target_names(const JsonObject& mesh, const std::string& mesh_name,
                                                         std::size_t count, Report& report);

} // namespace mien::gltf
