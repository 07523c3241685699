// A decoded film frame as an upright rgb8 Image: colour matrix and range of the frame, sample aspect ratio,
// rotation. Internal to media/. One owner, one thread.
#pragma once

#include "base/image.h"
#include "base/result.h"
#include "media/libav_internal.h"
#include "media/orientation.h"

namespace mien {

/// The size that a frame of width x height has on a screen with square pixels: pixels that are not square
/// stretch the width, as players do. Ratios that no camera has (beyond 1:8) count as square.
struct DisplaySize {
    int width = 0;
    int height = 0;
};
[[nodiscard]] DisplaySize display_size(int width, int height, AVRational sample_aspect);

class PictureConverter {
public:
    /// Sizes, format and colours may change from frame to frame. `sample_aspect` is used where the frame has
    /// none. Errors: unreadable (a pixel format that cannot be converted).
    [[nodiscard]] Result<Image> convert(const AVFrame& frame, AVRational sample_aspect,
                                        Orientation orientation);

private:
    struct Key {
        int width = 0;
        int height = 0;
        int format = -1;
        int matrix = -1;
        bool full_range = false;
        int out_width = 0;
        int out_height = 0;
        bool operator==(const Key&) const = default;
    };
    [[nodiscard]] Result<void> prepare(const Key& key);
    [[nodiscard]] bool run(const AVFrame& frame, std::uint8_t* to, std::size_t stride);

    Key key_;
    libav::ScalerPtr scaler_;
    std::vector<std::uint8_t> padded_; ///< the picture before it is set upright; rows with room to spare
};

} // namespace mien
