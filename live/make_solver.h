// A solver with the face model that the points need.
#pragma once

#include "base/result.h"
#include "capture/landmark_frame.h"
#include "capture/tracker/tracker.h"
#include "solver/canonical_face.h"
#include "solver/solver.h"

namespace mien {

/// The canonical face that mesh478 is measured against, from the mesh package, else from the user's own
/// face_landmarker.task. Errors: unavailable (neither is there: the message names where it was looked for),
/// unreadable.
[[nodiscard]] Result<CanonicalFace> load_canonical_face(const ModelPaths& models);

/// For points of `scheme`. The canonical face that mesh478 is measured against comes from the mesh package,
/// else from the user's own face_landmarker.task. Errors: unavailable (mesh478, and neither is there: the
/// message names where it was looked for), unreadable, usage (an option out of range).
[[nodiscard]] Result<Solver> make_solver(Scheme scheme, const ModelPaths& models,
                                         const SolverOptions& options);

} // namespace mien
