// The cameras of this machine: listing them, and opening the one that a person named.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "capture/source/system_calls.h"
#include "capture/source/video_source.h"

namespace mien {

/// The capture devices among folder/video*, in the order of their numbers, loopback devices after real
/// cameras. Where two have the same card and bus (a colour and an infrared camera in one case), the later
/// ones' ids end in " #2" and so on.
[[nodiscard]] std::vector<CameraInfo> scan_cameras(SystemCalls& calls,
                                                   const std::filesystem::path& folder = "/dev");

/// Asks each for what it can do; one that does not answer keeps none.
void add_modes(const std::shared_ptr<SystemCalls>& calls, std::vector<CameraInfo>& cameras);

/// True for the specs of open_source() that name a camera.
[[nodiscard]] bool names_camera(const std::string& spec);

/// Opens the camera that such a spec names: "camera" takes the first that has colour. Errors: unavailable.
[[nodiscard]] Result<std::unique_ptr<VideoSource>> open_camera(std::shared_ptr<SystemCalls> calls,
                                                               const std::string& spec,
                                                               const SourceOptions& options,
                                                               const std::filesystem::path& folder = "/dev");

} // namespace mien
