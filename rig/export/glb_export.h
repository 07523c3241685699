// A rig as a GLB: what other programs get of an avatar, with its morph targets, skins, materials and
// animations.
#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "rig/rig.h"

namespace mien {

/// glTF 2.0 binary; the same rig gives the same bytes. Morph targets are sparse accessors, named in
/// extras.targetNames; pictures are PNG. VRM data is not written: what comes back is plain glTF. Errors:
/// internal (a picture does not encode), unavailable (more than the 4 GiB that the container can hold).
[[nodiscard]] Result<std::vector<std::uint8_t>> export_glb(const Rig& rig);

} // namespace mien
