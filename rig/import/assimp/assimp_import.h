// FBX and Collada through the Assimp library, with guards against what it is known to get wrong.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>

#include "base/result.h"
#include "rig/import/import_options.h"
#include "rig/rig.h"

namespace mien {

/// FBX 7.0 to 7.7, binary or ASCII. The records are checked before the library gets them; what it loses
/// (names, default weights, bind matrices, start times) is taken from them, and what it drops is told:
/// in-between shapes, shapes that it did not find. Refused (without the file's name): other versions, damaged
/// records, files in which it finds no mesh. Never throws.
[[nodiscard]] Result<Rig> import_fbx(std::span<const std::uint8_t> bytes, const std::filesystem::path& folder,
                                     const ImportOptions& options);

/// Collada 1.4 and 1.5.
[[nodiscard]] Result<Rig> import_collada(std::span<const std::uint8_t> bytes,
                                         const std::filesystem::path& folder, const ImportOptions& options);
[[nodiscard]] bool looks_like_collada(std::span<const std::uint8_t> bytes);

} // namespace mien
