// Outputs that must not be an input or each other: a slip of the hand must not cost a take.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"

namespace mien {

/// One output of a command line; an empty path is none, "-" is standard output.
struct NamedOutput {
    std::string_view option; ///< for the message: "--csv"
    std::filesystem::path path;
};

/// Errors: usage, where two outputs are the same regular file (through links too) or one is an input. Devices
/// and pipes may occur more than once, standard output may not.
[[nodiscard]] Result<void> check_distinct(std::span<const std::string> inputs,
                                          std::span<const NamedOutput> outputs);

} // namespace mien
