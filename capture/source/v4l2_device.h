// A camera through Video4Linux 2 (linux/videodev2.h), with buffers shared by mmap.
#pragma once

#include <memory>
#include <string>

#include "capture/source/system_calls.h"
#include "capture/source/video_device.h"

namespace mien {

/// How a device introduces itself (VIDIOC_QUERYCAP).
struct DeviceIdentity {
    std::string card;   ///< "HD Pro Webcam C920"
    std::string bus;    ///< "usb-0000:00:14.0-1"
    std::string driver; ///< "uvcvideo"
};

/// Opens for a moment and asks. Faults: missing, no_permission, busy, unsupported (not a capture device: a
/// UVC camera has a second node for metadata).
[[nodiscard]] DeviceResult<DeviceIdentity> identify_v4l2_device(SystemCalls& calls, const std::string& path);

/// Errors as identify_v4l2_device().
[[nodiscard]] DeviceResult<std::unique_ptr<VideoDevice>> open_v4l2_device(std::shared_ptr<SystemCalls> calls,
                                                                          const std::string& path);

} // namespace mien
