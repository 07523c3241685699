// Which of the models' files the solver needs.
#pragma once

#include <filesystem>

#include "capture/tracker/tracker.h"

namespace mien {

/// The canonical face of the mesh package, for Solver::create. May not exist.
[[nodiscard]] inline std::filesystem::path canonical_face_file(const ModelPaths& models) {
    return models.directory / "geometry_pipeline_metadata_landmarks.binarypb";
}

} // namespace mien
