// Follows one face with dlib's frontal face detector and 68-point shape predictor.
#pragma once

#include <filesystem>
#include <memory>

#include "base/result.h"
#include "capture/tracker/tracker.h"

namespace mien {

/// `shape_file`: shape_predictor_68_face_landmarks.dat. Errors: unavailable (missing), unreadable.
[[nodiscard]] Result<std::unique_ptr<Tracker>> make_dlib68_tracker(const std::filesystem::path& shape_file);

} // namespace mien
