// The pipeline's hand-off to a take: started and stopped by one thread while another adds frames.
#pragma once

#include <filesystem>
#include <mutex>
#include <optional>
#include <string>

#include "base/result.h"
#include "takes/take.h"

namespace mien {

/// Any thread.
class TakeRecorder {
public:
    /// Errors as TakeWriter::create, and usage while one is recorded already.
    [[nodiscard]] Result<void> start(const std::filesystem::path& path, const TakeMeta& meta);
    /// Completes the take. Errors: what went wrong since start(); usage where none is recorded.
    [[nodiscard]] Result<void> stop();
    /// False also after the disk failed.
    [[nodiscard]] bool active() const;
    /// Records the frame if a take is open. A source that starts again goes back in time; the take goes on
    /// without a gap.
    void add(TakeFrame frame);
    /// Tells the take, if one is recorded, what became known only now.
    void set_meta(const std::string& key, const std::string& value);
    /// Empty, or one line about the recording that the person should see.
    [[nodiscard]] std::string message() const;

private:
    mutable std::mutex mutex_;
    std::optional<TakeWriter> writer_;
    std::optional<Error> error_;
    std::string warning_;
    std::optional<Timestamp> previous_; ///< as stored
    Duration step_;                     ///< between the last two frames
    Duration shift_;                    ///< from the source's clock to the take's
};

} // namespace mien
