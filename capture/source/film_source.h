// A video file as a source: every frame of it, with the container's times.
#pragma once

#include <filesystem>
#include <memory>

#include "capture/source/video_source.h"

namespace mien {

/// Errors: unreadable.
[[nodiscard]] Result<std::unique_ptr<VideoSource>> open_film_source(const std::filesystem::path& path);

} // namespace mien
