// Autodesk's FBX, read by ourselves. Why not by a library: the one at hand loses default weights, bind
// matrices, in-betweens and whole sets of shapes, joins cubic keys by lines, and trusts its input.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>

#include "base/result.h"
#include "rig/import/import_options.h"
#include "rig/rig.h"

namespace mien {

/// FBX 7.0 to 7.7, binary or ASCII: nodes with their pivots, meshes, skins, blend shapes with default weights
/// and in-betweens, materials, animations. Refused (without the file's name): other versions, damaged
/// records, meshes that are wrong, files without a mesh.
[[nodiscard]] Result<Rig> import_fbx(std::span<const std::uint8_t> bytes, const std::filesystem::path& folder,
                                     const ImportOptions& options);

} // namespace mien
