// A recorded performance: one SQLite file, extension .mien. Landmarks with appearance, the stages of the
// solved states, marks. Schema version 1; old versions open for ever.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "capture/landmark_frame.h"
#include "solver/face_state.h"

namespace mien {

/// The kinds of stream in a take; the names are stored.
enum class StreamKind : std::uint8_t {
    landmarks,
    state_raw,
    state_calibrated,
    state_sent,
    audio,
    video,
    marks
};
[[nodiscard]] std::string_view name_of(StreamKind kind);

struct TakeFrame {
    LandmarkFrame landmarks;
    FaceState raw;
    FaceState calibrated;
    std::optional<FaceState> sent;
};

/// Free text about the whole take: source name, tracker, solver options, rig, program version, ...
using TakeMeta = std::map<std::string, std::string>;

/// Records from any one thread; a thread of its own writes, so that a slow disk never stalls tracking.
/// Committed every 0.2 s: a kill loses at most the last 0.25 s.
class TakeWriter {
public:
    /// Errors: unavailable (cannot write there), usage (the file exists and is not a take).
    [[nodiscard]] static Result<TakeWriter> create(const std::filesystem::path& path, const TakeMeta& meta);
    TakeWriter(TakeWriter&&) noexcept;
    TakeWriter& operator=(TakeWriter&&) noexcept;
    ~TakeWriter(); ///< finishes, if finish() was not called

    /// Queues a frame. Errors: what the writing thread met (disk full, ...), once.
    [[nodiscard]] Result<void> add(TakeFrame frame);
    /// Writes what is queued, checkpoints and leaves one file.
    [[nodiscard]] Result<void> finish();
    [[nodiscard]] std::uint64_t written() const;

private:
    struct State;
    explicit TakeWriter(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

/// A whole take in memory.
struct Take {
    TakeMeta meta;
    std::vector<TakeFrame> frames; ///< in time order
};

/// Opens and recovers a take (also one whose writer was killed) and reads it. Errors: unreadable (missing,
/// not a take, from a newer version: says so).
[[nodiscard]] Result<Take> read_take(const std::filesystem::path& path);

/// True where the file begins like a take.
[[nodiscard]] bool looks_like_take(const std::filesystem::path& path);

} // namespace mien
