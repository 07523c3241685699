// Stills as sources: one picture, or a folder of them.
#pragma once

#include <filesystem>
#include <memory>
#include <string_view>

#include "capture/source/video_source.h"

namespace mien {

/// Ends in .png, .jpg, .jpeg or .webp, in capitals or not.
[[nodiscard]] bool has_picture_extension(const std::filesystem::path& path);

/// One frame at time 0. Errors: unreadable.
[[nodiscard]] Result<std::unique_ptr<VideoSource>> open_still_source(const std::filesystem::path& path);

/// The PNG, JPEG and WebP files of a folder (by extension, hidden ones left out) in natural order, 30 a
/// second. Errors: unreadable (no pictures in it); next() fails at a picture that cannot be read.
[[nodiscard]] Result<std::unique_ptr<VideoSource>> open_folder_source(const std::filesystem::path& path);

/// True where `a` comes before `b` as people number files: runs of digits count as numbers ("shot9" before
/// "shot10"), everything else by bytes; where that makes no difference the shorter run of zeros first.
[[nodiscard]] bool natural_less(std::string_view a, std::string_view b);

} // namespace mien
