// Follows one face with the detector and one of the mesh models.
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "capture/tracker/blendshape_model.h"
#include "capture/tracker/face_detector.h"
#include "capture/tracker/mesh_model.h"
#include "capture/tracker/rigid_face.h"
#include "capture/tracker/tracker.h"

namespace mien {

/// What a mesh tracker is made of.
struct MeshParts {
    FaceDetector detector;
    MeshModel model;
    RigidFace face;
    std::optional<BlendshapeModel> blendshapes; ///< its scores become the frames' appearance
};

/// `name`: what Tracker::name() says ("mesh" or "task").
[[nodiscard]] std::unique_ptr<Tracker> make_mesh_tracker(std::string_view name, MeshParts parts,
                                                         const TrackerOptions& options);

} // namespace mien
