// Plays any source at its own speed, as if it were a camera: for `--pace live` and for the window.
#pragma once

#include <memory>

#include "capture/source/video_source.h"

namespace mien {

/// Frames come when they are due and are stamped with CLOCK_MONOTONIC; their spacing is the source's own.
/// A frame that nobody took before the next is thrown away and counted, and so is one that was decoded later
/// than the next one's time; the index skips its number. Where decoding is slower than the film for
/// more than half a second, playing slows down: the clock is set anew. The source ends one frame time after
/// its last frame. A thread of its own reads `source` and lives as long as the result.
[[nodiscard]] std::unique_ptr<VideoSource> make_paced(std::unique_ptr<VideoSource> source);

} // namespace mien
