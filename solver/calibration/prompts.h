// What a performer was asked to do while being recorded for a calibration, and when.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "rig/arkit.h"

namespace mien {

struct Prompt {
    double from = 0; ///< seconds from the recording's first frame
    double to = 0;
    std::string text; ///< as it was shown
    /// The channels that were asked for, all at once; none: the face at rest.
    std::vector<ChannelIndex> channels;
};

/// A table with a header line that names t_start, t_end and channels (separated by spaces) and perhaps
/// prompt, in any order; fields with commas stand in double quotes. In time order. Errors: unreadable, naming
/// `name` and the line.
[[nodiscard]] Result<std::vector<Prompt>> parse_prompts(std::string_view csv, const std::string& name);

} // namespace mien
