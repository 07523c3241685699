// Reads MediaPipe's face_landmarker.task: a zip file whose members are stored, not compressed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace mien {

/// The parts of a FaceLandmarker bundle; they point into `bytes`, so that it can be moved but not copied.
struct TaskBundle {
    std::vector<std::uint8_t> bytes; ///< the whole file
    std::span<const std::uint8_t> detector;
    std::span<const std::uint8_t> landmarks;
    std::span<const std::uint8_t> geometry;
    std::span<const std::uint8_t> blendshapes; ///< empty where the bundle has none

    TaskBundle() = default;
    TaskBundle(const TaskBundle&) = delete;
    TaskBundle& operator=(const TaskBundle&) = delete;
    TaskBundle(TaskBundle&&) = default;
    TaskBundle& operator=(TaskBundle&&) = default;
    ~TaskBundle() = default;

    /// Errors: unavailable (missing), unreadable (no zip, a compressed member, a part is missing); the
    /// message names the file.
    [[nodiscard]] static Result<TaskBundle> read(const std::filesystem::path& path);
    /// The same from memory; `name` is for the message.
    [[nodiscard]] static Result<TaskBundle> read(std::vector<std::uint8_t> bytes, std::string_view name);
};

} // namespace mien
