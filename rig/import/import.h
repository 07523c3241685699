// The door through which avatars come: bytes of any maker in, a checked Rig out.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "base/result.h"
#include "rig/import/import_options.h"
#include "rig/rig.h"

namespace mien {

/// Reads a rig, chosen by content: glTF JSON, GLB, VRM, FBX 7.x, Collada; OBJ by its extension; a folder or
/// zip archive of OBJ files (a neutral shape and one file per expression), which opening its neutral.obj
/// means as well. Nothing outside the file's folder is opened and no network is used. Errors: unreadable,
/// naming the file and the thing that is wrong. What costs only a texture, an animation, a name or a VRM
/// expression is a warning in Rig::report instead.
[[nodiscard]] Result<Rig> import_rig(const std::filesystem::path& path, const ImportOptions& options = {});

/// A glTF JSON, GLB or VRM from memory; `folder` is where relative URIs are looked for (empty: none are
/// followed). For the bundled rig and fuzzers.
[[nodiscard]] Result<Rig> import_gltf(std::span<const std::uint8_t> bytes, const std::string& what,
                                      const std::filesystem::path& folder);

} // namespace mien
