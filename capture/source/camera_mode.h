// Which of a camera's modes to use. Plain functions; any thread.
#pragma once

#include <vector>

#include "capture/source/video_device.h"
#include "capture/source/video_source.h"

namespace mien {

/// The modes from the best to the worst for what is wanted:
/// 1. the size nearest to the wanted one;
/// 2. at that size, modes that reach the wanted rate (to 5 %: 29.97 serves for 30) before those that do not,
///    compressed or not: raw pictures of a large size are slow on USB;
/// 3. where the rate is reached, raw pictures before compressed ones and the lowest such rate (a longer
///    exposure, less noise); where not, the highest rate;
/// 4. colour before grey.
[[nodiscard]] std::vector<DeviceMode> ranked_modes(std::vector<DeviceMode> modes,
                                                   const SourceOptions& wanted);

} // namespace mien
