// Meshes, skins and animations of a rig as glTF JSON and data.
#pragma once

#include "rig/export/glb_buffer.h"
#include "rig/rig.h"

namespace mien::glb {

[[nodiscard]] Json write_meshes(const Rig& rig, Buffer& buffer);
[[nodiscard]] Json write_skins(const Rig& rig, Buffer& buffer);
[[nodiscard]] Json write_animations(const Rig& rig, Buffer& buffer);

} // namespace mien::glb
