// How far `mien track` has come with all of its inputs: one line on a terminal, rewritten; nothing in a pipe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

#include "base/time.h"

namespace mien {

/// Any thread. The line goes away with the object.
class TrackProgress {
public:
    /// `inputs`: how many lengths expect() will hear of; the total is told once one is known, and while
    /// others are missing they count as long as the known ones.
    explicit TrackProgress(std::string what, std::size_t inputs = 1);
    TrackProgress(const TrackProgress&) = delete;
    TrackProgress& operator=(const TrackProgress&) = delete;
    ~TrackProgress();
    /// One of the inputs has so many pieces; nothing where it does not know.
    void expect(std::optional<std::uint64_t> pieces);
    /// One more piece is done. Cheap: shown ten times a second.
    void step();
    [[nodiscard]] std::optional<std::uint64_t> total() const;

private:
    std::string what_;
    std::size_t inputs_;
    Timestamp begin_;
    bool on_terminal_;
    mutable std::mutex mutex_;
    std::size_t known_ = 0;
    bool unknown_ = false;
    std::uint64_t pieces_ = 0;
    std::uint64_t done_ = 0;
    Timestamp shown_{};
};

} // namespace mien
