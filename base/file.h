// Whole files in and out. Reading is bounded, writing is atomic: a reader sees the old file or the new
// one, never half of it, whatever happens to the program.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace mien {

/// The bytes of a file of at most `limit` bytes. Errors: unreadable (missing, a folder, no permission, too
/// big).
[[nodiscard]] Result<std::vector<std::uint8_t>> read_file(const std::filesystem::path& path,
                                                          std::size_t limit);

/// The same as text.
[[nodiscard]] Result<std::string> read_text_file(const std::filesystem::path& path, std::size_t limit);

/// Writes a temporary file beside `path`, flushes it to the disk and renames it over `path`; over what `path`
/// leads to where it is a symbolic link, which stays. Parent folders must exist. A path that exists and is no
/// regular file (/dev/stdout, a pipe) is written to directly. Errors: unavailable, naming the path and the
/// system's reason; then nothing at `path` has changed.
[[nodiscard]] Result<void> write_file_atomically(const std::filesystem::path& path,
                                                 std::span<const std::uint8_t> bytes);
[[nodiscard]] Result<void> write_file_atomically(const std::filesystem::path& path, std::string_view text);

/// A file name beside `path` for a file that is written piece by piece and then moved over `path` by
/// `commit_file`: hidden, with the same extension (muxers choose their format by it). Beside what a symbolic
/// link leads to; names too long for one more ending are cut.
[[nodiscard]] std::filesystem::path temporary_beside(const std::filesystem::path& path);

/// Flushes `temporary` to the disk and renames it over `path`.
[[nodiscard]] Result<void> commit_file(const std::filesystem::path& temporary,
                                       const std::filesystem::path& path);

} // namespace mien
