// Films in, through libav: every frame that decodes, upright, with the container's time stamps.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>

#include "base/image.h"
#include "base/result.h"
#include "base/time.h"

namespace mien {

struct VideoInfo {
    int width = 0; ///< of the upright picture, rotation tag and sample aspect ratio applied
    int height = 0;
    double rate = 0; ///< mean frames a second as the container says; 0 unknown
    std::optional<Duration> duration;
    std::optional<std::uint64_t> frame_estimate;
};

struct DecodedFrame {
    Timestamp t;   ///< the container's presentation time, the first frame's as it is there (not shifted to 0)
    Image picture; ///< rgb8
};

/// One owner, one thread at a time. One decoding thread, so that the same file gives the same bytes.
class VideoReader {
public:
    /// Errors: unreadable, with libav's reason. No network protocols are opened, only files.
    [[nodiscard]] static Result<VideoReader> open(const std::filesystem::path& path);
    VideoReader(VideoReader&&) noexcept;
    VideoReader& operator=(VideoReader&&) noexcept;
    ~VideoReader();

    [[nodiscard]] const VideoInfo& info() const;
    /// The next frame in presentation order, nothing at the end. Times are strictly increasing: a frame whose
    /// stamp is missing or does not increase gets the previous one's plus the nominal frame time. Damaged
    /// packets are skipped, as players do.
    [[nodiscard]] Result<std::optional<DecodedFrame>> next();
    /// Packets or frames that could not be decoded so far.
    [[nodiscard]] std::uint64_t damaged() const;
    /// Back to the first frame.
    [[nodiscard]] Result<void> rewind();

private:
    struct State;
    explicit VideoReader(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

} // namespace mien
