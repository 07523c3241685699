// Collada through the Assimp library. Linked into mien-collada-reader alone: a damaged file can crash the
// library.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>

#include "base/result.h"
#include "rig/rig.h"

namespace mien::assimp {

/// Collada 1.4 and 1.5 in metres, y up. Refused (without the file's name): what the library cannot read,
/// files in which it finds no mesh, positions that are not finite. Never throws.
[[nodiscard]] Result<Rig> read_collada(std::span<const std::uint8_t> bytes,
                                       const std::filesystem::path& folder);

} // namespace mien::assimp
