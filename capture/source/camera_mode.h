// Which of a camera's modes to use. Plain functions; any thread.
#pragma once

#include <vector>

#include "capture/source/video_device.h"
#include "capture/source/video_source.h"

namespace mien {

/// The modes from the best to the worst for what is wanted. A mode that SourceOptions::mode names comes
/// first; then
/// 1. colour before grey;
/// 2. pictures of at least the wanted size before smaller ones;
/// 3. modes that reach the wanted rate (to 5 %: 29.97 serves for 30) before those that do not, compressed or
///    not: raw pictures of a large size are slow on USB;
/// 4. where the rate is reached, the size nearest to the wanted one, at it the highest rate up to 60 a second
///    (beyond that a face shows nothing new, and each picture gets less light); where it is not reached, the
///    highest rate, and the nearest size;
/// 5. raw pictures before compressed ones.
[[nodiscard]] std::vector<DeviceMode> ranked_modes(std::vector<DeviceMode> modes,
                                                   const SourceOptions& wanted);

/// As people see it.
[[nodiscard]] CameraMode shown_mode(const DeviceMode& mode);

} // namespace mien
