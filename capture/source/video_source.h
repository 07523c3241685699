// Where pictures come from: a camera, a video file, a folder of images, a still, or a synthetic picture.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/result.h"
#include "capture/video_frame.h"

namespace mien {

/// What a source says of itself once open.
struct SourceInfo {
    std::string name;  ///< for people: the camera's name, the file's name
    bool live = false; ///< live sources drop frames that nobody takes in time; others never do
    int width = 0;     ///< of the upright picture; 0 where it is not known before the first frame
    int height = 0;
    double rate = 0; ///< frames a second as negotiated or as the container says (mean); 0 unknown
    std::optional<Duration> duration;            ///< of a file
    std::optional<std::uint64_t> frame_estimate; ///< of a file, for progress only
};

/// One owner, one thread at a time. next() may be stopped from another thread through its stop_token and then
/// returns nothing within 0.2 s.
class VideoSource {
public:
    virtual ~VideoSource() = default;
    [[nodiscard]] virtual const SourceInfo& info() const = 0;
    /// The next frame; a live source waits for the newest. Nothing at the end of the source or when asked to
    /// stop. Errors: unreadable (damaged file), unavailable (camera lost).
    [[nodiscard]] virtual Result<std::optional<VideoFrame>> next(std::stop_token stop) = 0;
    /// Frames that a live source threw away so far.
    [[nodiscard]] virtual std::uint64_t dropped() const { return 0; }
};

/// A camera as the system lists it.
struct CameraInfo {
    std::string path;   ///< /dev/videoN, to open it now
    std::string id;     ///< card and bus: stable over replugging, to find it again
    std::string name;   ///< for people
    std::string driver; ///< "uvcvideo", "v4l2 loopback", ...
};

/// Every capture device that answers (metadata nodes and outputs are left out).
[[nodiscard]] std::vector<CameraInfo> list_cameras();

struct SourceOptions {
    int width = 640; ///< wanted size and rate of a camera; the nearest that it can do is taken
    int height = 480;
    double rate = 30;
    bool paced = false; ///< play a file at its own speed and drop like a camera (`--pace live`), stamped with
                        ///< CLOCK_MONOTONIC
};

/// Opens what `spec` names:
///   "camera" the first real camera (no virtual one), "camera:ID", "/dev/videoN" or a number N
///   "synthetic" or "synthetic:SECONDS" a drawn moving face, no file needed
///   a folder: its pictures in natural order of their names, 30 a second
///   a picture file (PNG, JPEG, WebP by content): one frame at time 0
///   anything else: a video file
/// Errors: unreadable, unavailable (no such camera, or busy: the message says which program holds it where
/// that can be known).
[[nodiscard]] Result<std::unique_ptr<VideoSource>> open_source(const std::string& spec,
                                                               const SourceOptions& options = {});

} // namespace mien
