// A camera as a source: a thread that reads it, keeps the newest picture, and notices when nothing comes.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "capture/source/video_device.h"
#include "capture/source/video_source.h"

namespace mien {

/// Patience, counted in the waits that the device let pass without a frame.
struct CameraPatience {
    Duration wait = Duration::from_ms(100);  ///< one wait; a stop is noticed after at most this
    Duration stall = Duration::from_ms(900); ///< no frame for so long: the stream is restarted; as long
                                             ///< again: the camera is lost
    Duration first_frame = Duration::from_ms(4000); ///< the same before the first frame: cameras warm up
    int damaged_in_a_row = 90;                      ///< frames that cannot be decoded, then it is given up
};

/// Who has the device open (device_holder.h), asked only when it is busy.
using HolderLookup = std::function<std::string(const std::string& path)>;

/// What is wrong with a camera and what to do, for a person.
[[nodiscard]] Error camera_error(const CameraInfo& camera, const DeviceError& error,
                                 const HolderLookup& holder);

/// Starts the camera in the best of its modes (camera_mode.h) that it accepts: where the bus has no room for
/// one, the next is tried. Frames are stamped by the driver where its stamps are of CLOCK_MONOTONIC and
/// plausible, else on arrival. Errors: unavailable. next() fails for good when the camera is unplugged or
/// delivers nothing; open it again by CameraInfo::id.
[[nodiscard]] Result<std::unique_ptr<VideoSource>>
start_camera(std::unique_ptr<VideoDevice> device, const CameraInfo& camera, const SourceOptions& options,
             const HolderLookup& holder, const CameraPatience& patience = {});

} // namespace mien
