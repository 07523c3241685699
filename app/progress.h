// How far long work has come: one line on a terminal, rewritten; nothing at all in a pipe or a file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/time.h"

namespace mien {

/// "clip.mp4  120 of 360  33 %  95.2 a second  3 s left". `total` may be an estimate: never above 99 %.
[[nodiscard]] std::string progress_line(const std::string& what, std::uint64_t done,
                                        std::optional<std::uint64_t> total, double seconds);

/// One owner. The line goes away with the object.
class Progress {
public:
    Progress(std::string what, std::optional<std::uint64_t> total);
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    ~Progress();
    /// `done` pieces are done. Cheap: shown ten times a second.
    void show(std::uint64_t done);

private:
    std::string what_;
    std::optional<std::uint64_t> total_;
    Timestamp begin_;
    Timestamp shown_{};
    bool on_terminal_;
};

} // namespace mien
