// A performance without a camera: blinks, gaze, talking, smiles and head turns as a function of time. For a
// machine without models, for demonstrations and for tests; the same time gives the same state.
#pragma once

#include "solver/face_state.h"

namespace mien {

[[nodiscard]] FaceState synthetic_performance(Timestamp t);

} // namespace mien
