// A reader that runs as a process of its own: whatever a file does to it, this program goes on. Any thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"

namespace mien {

struct ReaderOutput {
    std::vector<std::uint8_t> out; ///< its standard output
    std::string err;               ///< its standard error, at most 64 KiB
    int status = 0;                ///< exit status; -1 where a signal ended it
};

/// Runs `program ARGUMENTS` with `input` as its standard input, waits for its end and returns what it wrote.
/// Pipes have no part in it, so neither side can wait for the other. Errors: unavailable (the program does
/// not start; it writes more than `most_output`), unreadable (it takes longer than `limit` and is ended).
[[nodiscard]] Result<ReaderOutput> run_reader(const std::filesystem::path& program,
                                              const std::vector<std::string>& arguments,
                                              std::span<const std::uint8_t> input, std::size_t most_output,
                                              std::chrono::milliseconds limit);

} // namespace mien
