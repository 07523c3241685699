// Wavefront OBJ: one file, or a folder or zip with a neutral shape and a file for each expression.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

#include "base/result.h"
#include "rig/rig.h"

namespace mien {

/// A single OBJ file with its materials, without morph targets. Refusals name no file.
[[nodiscard]] Result<Rig> import_obj(std::string_view text, const std::filesystem::path& folder);

/// A folder of OBJ files: one is the neutral shape ("neutral", "basis", "rest", "base" in its name), each of
/// the others a morph target by the name of its file, with the same vertices in the same order. One that has
/// not is left out with a warning. Refusals name no file.
[[nodiscard]] Result<Rig> import_obj_folder(const std::filesystem::path& folder);

/// The same from a zip archive of such files, in memory. Nothing is written, no name in it is opened.
[[nodiscard]] Result<Rig> import_obj_zip(std::span<const std::uint8_t> bytes);

/// True where a file is called as OBJ files are.
[[nodiscard]] bool is_obj(const std::filesystem::path& path);

/// True where a file's name is that of a neutral shape and other OBJ files lie beside it, or that of an
/// expression beside a neutral shape: the folder is meant.
[[nodiscard]] bool is_of_obj_set(const std::filesystem::path& path);

} // namespace mien
