// Materials and pictures of a rig as glTF JSON and data.
#pragma once

#include "base/result.h"
#include "rig/export/glb_buffer.h"
#include "rig/rig.h"

namespace mien::glb {

/// Adds "materials", "textures", "samplers", "images" and "extensionsUsed" to the file's root.
[[nodiscard]] Result<void> write_materials(const Rig& rig, Buffer& buffer, Json& root);

} // namespace mien::glb
