// Which container and encoders a film's name asks for. Internal to media/; no state, any thread.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "media/libav_internal.h"

namespace mien {

/// An encoder that may or may not be part of this libav, with the settings that mien gives it.
struct EncoderChoice {
    const char* name = nullptr;
    AVPixelFormat pixels = AV_PIX_FMT_NONE;
    const char* options = "";    ///< "key=value:key=value"
    int max_time_scale = 90'000; ///< ticks a second
    bool by_bit_rate = false;    ///< has no constant quality: wants a bit rate
};

struct MovieFormat {
    const char* muxer = nullptr;
    int time_scale = 0;                  ///< ticks a second that the container keeps
    std::vector<EncoderChoice> encoders; ///< best first
};

/// By the extension: H.264 where possible, or a codec that keeps alpha. `only` names the one encoder to
/// consider ("" for all). Errors: usage.
[[nodiscard]] Result<MovieFormat> movie_format_for(const std::filesystem::path& path, bool alpha,
                                                   const std::string& only);

} // namespace mien
