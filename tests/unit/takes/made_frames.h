// Take frames made by arithmetic: the same seed and number give the same frame.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "takes/take.h"

namespace mien::test {

/// Frame `number` of a 30 Hz performance with odd values: beyond 0..1, negative zero, denormal.
[[nodiscard]] TakeFrame made_frame(std::uint64_t number);
[[nodiscard]] std::vector<TakeFrame> made_frames(std::uint64_t count);

/// Writes a finished take of `count` frames; fails the test where that does not work.
void write_made_take(const std::filesystem::path& path, std::uint64_t count, const TakeMeta& meta = {});

[[nodiscard]] std::vector<std::uint8_t> bytes_of(const std::filesystem::path& path);
void write_bytes(const std::filesystem::path& path, const std::vector<std::uint8_t>& bytes);

} // namespace mien::test
