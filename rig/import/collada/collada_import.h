// Collada, read by a process of its own: the library that reads it can be crashed by a damaged file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>

#include "base/result.h"
#include "rig/rig.h"

namespace mien {

/// Collada 1.4 and 1.5 in metres, y up. Refused (without the file's name): what the library cannot read or
/// breaks on, files in which it finds no mesh, positions that are not finite, what takes it more than 60 s or
/// more memory than 512 MB and 40 times the file. Errors besides: unavailable (the reader program is not
/// there). Any thread.
[[nodiscard]] Result<Rig> import_collada(std::span<const std::uint8_t> bytes,
                                         const std::filesystem::path& folder);
[[nodiscard]] bool looks_like_collada(std::span<const std::uint8_t> bytes);

} // namespace mien
