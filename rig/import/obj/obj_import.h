// Wavefront OBJ: one file, or a folder with a neutral shape and one file for each expression.
#pragma once

#include <filesystem>

#include "base/result.h"
#include "rig/rig.h"

namespace mien {

/// A single OBJ file with its materials, without morph targets. Refusals name no file.
[[nodiscard]] Result<Rig> import_obj(std::string_view text, const std::filesystem::path& folder);

/// A folder of OBJ files: one is the neutral shape ("neutral", "basis", "rest", "base" in its name), each of
/// the others a morph target by the name of its file, with the same vertices in the same order. One that has
/// not is left out with a warning. Refusals name no file.
[[nodiscard]] Result<Rig> import_obj_folder(const std::filesystem::path& folder);

/// True where a file's name is that of a neutral shape and other OBJ files lie beside it.
[[nodiscard]] bool begins_obj_set(const std::filesystem::path& path);

} // namespace mien
