// --rig of the commands that solve: the basis of the rig that is driven.
#pragma once

#include <memory>
#include <string>

#include "app/avatar.h"
#include "base/result.h"
#include "capture/tracker/tracker.h"
#include "solver/calibration/personal_fit.h"

namespace mien {

/// live/rig_mirror's mirror_of() with a line of progress on a terminal.
[[nodiscard]] Result<std::shared_ptr<const FaceBasis>> mirror_with_progress(const Avatar& avatar,
                                                                            const ModelPaths& models);

/// The same for --rig RIG; null where none is named, and, with a line on standard error, where no face is
/// found in the rig's pictures. Errors: unreadable, usage (the rig), unavailable (no OpenGL, no models).
[[nodiscard]] Result<std::shared_ptr<const FaceBasis>> open_mirror(const std::string& rig,
                                                                   const ModelPaths& models);

} // namespace mien
