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

/// One frame of all streams. In a take the time of `landmarks` counts for the states too.
struct TakeFrame {
    LandmarkFrame landmarks;
    FaceState raw;
    FaceState calibrated;
    std::optional<FaceState> sent;
    bool operator==(const TakeFrame&) const = default;
};

/// Free text about the whole take: source name, tracker, solver options, rig, program version, ...
using TakeMeta = std::map<std::string, std::string>;

/// The meta entry that says on which clock the times are: a film's own, or CLOCK_MONOTONIC, whose zero means
/// nothing to a reader.
inline constexpr const char* take_clock_key = "clock";
inline constexpr const char* take_clock_media = "media";
inline constexpr const char* take_clock_monotonic = "monotonic";

/// What add() does with a frame while the queue is full because the disk stands still.
enum class WhenFull : std::uint8_t {
    drop, ///< live: tracking must go on; the loss is an error, reported once, and counted in the take's meta
    wait, ///< files: every frame counts
};

/// Records from any one thread; a thread of its own writes, so that a slow disk never stalls tracking.
/// Committed every 0.2 s: a kill loses at most the last 0.25 s.
class TakeWriter {
public:
    /// An existing take is replaced, once the new one could be made. Errors: unavailable (cannot write there,
    /// or the take there is in use), usage (the file exists and is not a take).
    [[nodiscard]] static Result<TakeWriter> create(const std::filesystem::path& path, const TakeMeta& meta,
                                                   WhenFull when_full = WhenFull::drop);
    TakeWriter(TakeWriter&&) noexcept;
    TakeWriter& operator=(TakeWriter&&) noexcept;
    ~TakeWriter(); ///< finishes, if finish() was not called

    /// Queues a frame; times must increase. Errors: internal (a time that does not increase, or numbers that
    /// are not finite: the frame is left out); what the writing thread met (disk full, ...), once: from then
    /// on nothing is recorded any more.
    [[nodiscard]] Result<void> add(TakeFrame frame);
    /// Changes an entry of the take's meta; written with the next frames.
    void set_meta(const std::string& key, const std::string& value);
    /// Writes what is queued, checkpoints and leaves one file. Errors: what the writing thread met, where
    /// add() has not reported it. A second call does nothing.
    [[nodiscard]] Result<void> finish();
    /// Frames that are in the file by now.
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

    /// What to take from the times to show them: the first frame's where they are CLOCK_MONOTONIC's, else 0.
    [[nodiscard]] Duration origin() const;
};

/// Opens and recovers a take (also one whose writer was killed) and reads it; one that is being recorded is
/// read as far as it is. Errors: unreadable (missing, not a take, damaged, from a newer version: says so).
[[nodiscard]] Result<Take> read_take(const std::filesystem::path& path);

/// True where the file begins like a take.
[[nodiscard]] bool looks_like_take(const std::filesystem::path& path);

} // namespace mien
