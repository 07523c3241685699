// Where pictures come from: a camera, a video file, a folder of images, a still, or a synthetic picture.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
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
    // Of a camera, else empty.
    std::string camera_id{}; ///< CameraInfo::id
    std::string format{};    ///< four letters: "MJPG", "YUYV", ...
    double asked_rate = 0;   ///< what the driver was asked for; `rate` is what it agreed to
    bool operator==(const SourceInfo&) const = default;
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

/// One thing that a camera can do, for people to choose from.
struct CameraMode {
    int width = 0;
    int height = 0;
    double rate = 0;    ///< frames a second; 0 unknown, or any
    std::string format; ///< four letters; empty: any
    bool operator==(const CameraMode&) const = default;
};

/// "640x480@30/MJPG"; without what is unknown.
[[nodiscard]] std::string text_of(const CameraMode& mode);
/// The same back: WIDTHxHEIGHT, then @RATE and /FORMAT or not. Errors: usage.
[[nodiscard]] Result<CameraMode> camera_mode_from_text(std::string_view text);

/// A camera as the system lists it.
struct CameraInfo {
    std::string path;   ///< /dev/videoN, to open it now
    std::string id;     ///< card and bus: stable over replugging, to find it again
    std::string name;   ///< for people
    std::string driver; ///< "uvcvideo", "v4l2 loopback", ...
    /// What it can do, the best first as open_source() would choose; empty where it does not say.
    std::vector<CameraMode> modes{};
};

/// Pictures of another program, not of a lens: never opened unless it is named.
[[nodiscard]] bool is_virtual(const CameraInfo& camera);

/// Every capture device that answers (metadata nodes and outputs are left out), virtual ones last.
[[nodiscard]] std::vector<CameraInfo> list_cameras();

struct SourceOptions {
    int width = 640; ///< wanted of a camera: at least this size, and at least this rate (camera_mode.h)
    int height = 480;
    double rate = 30;
    bool paced = false; ///< play a file at its own speed and drop like a camera (`--pace live`), stamped with
                        ///< CLOCK_MONOTONIC
    std::optional<CameraMode> mode{};          ///< what the person wants of whichever camera it is
    std::map<std::string, CameraMode> modes{}; ///< and of each camera, by CameraInfo::id; `mode` goes first
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
