// What `mien doctor` says of the cameras that answer.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/doctor.h"
#include "capture/source/video_source.h"
#include "live/camera_choices.h"

namespace mien {

/// For each camera: its names, the mode that mien will use, and who has it; then, on a line of its own, every
/// mode that it has. `holder`: who has the device at a path open (capture/source/device_holder.h).
[[nodiscard]] std::vector<Check> check_cameras(const std::vector<CameraInfo>& cameras,
                                               const CameraChoices& choices,
                                               const std::function<std::string(const std::string&)>& holder);

} // namespace mien
