// Which files `mien track` writes for which input.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace mien {

/// The files of one input; empty: not wanted.
struct TrackOutputs {
    std::filesystem::path take{};
    std::filesystem::path csv{};
    std::filesystem::path stage_csv{};
    std::filesystem::path overlay{};
    bool operator==(const TrackOutputs&) const = default;
};

/// `wanted` as on the command line. For one input each is a file, or a folder that exists; for several each
/// is a folder, which is made, and every input's files get the name of the input: clip.mien, clip.csv,
/// clip.stages.csv, clip.overlay.mp4. Errors: usage (two inputs of one name, "-" for several, a file that is
/// also an input or stands twice).
[[nodiscard]] Result<std::vector<TrackOutputs>> plan_outputs(const std::vector<std::string>& inputs,
                                                             const TrackOutputs& wanted);

} // namespace mien
