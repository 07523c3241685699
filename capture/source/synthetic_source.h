// The drawn face as a source: 640 x 480, 30 a second, always the same. Every frame carries its index in a
// strip of black and white cells along its lower edge, so that a test sees from a picture which frame it is,
// whatever happened to it on the way (compression, pacing, dropping).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "capture/source/video_source.h"

namespace mien {

/// Ends after `length`; never without one.
[[nodiscard]] std::unique_ptr<VideoSource> make_synthetic_source(std::optional<Duration> length);

/// Writes the low 32 bits of an index into the strip of a 640 pixels wide picture. Any thread.
void write_index_strip(Image& picture, std::uint64_t index);

/// Reads it back; nothing where there is no strip or it is not readable.
[[nodiscard]] std::optional<std::uint32_t> read_index_strip(const Image& picture);

} // namespace mien
