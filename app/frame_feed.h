// Decoding beside tracking: a thread reads ahead of the consumer by a few frames. Order and content do not
// depend on the timing.
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

#include "base/result.h"
#include "capture/source/video_source.h"

namespace mien {

/// A frame and what reading it cost.
struct FedFrame {
    VideoFrame frame;
    double decode_ms = 0; ///< CPU time of the reading thread
};

/// One consumer. The source must outlive the feed and is the feed's alone.
class FrameFeed {
public:
    /// Reads ahead by at most `depth` frames; 0 reads in next() itself, for sources that drop what nobody
    /// takes. A stop ends the feed after the frames that were read.
    FrameFeed(VideoSource& source, std::stop_token stop, std::size_t depth);
    FrameFeed(const FrameFeed&) = delete;
    FrameFeed& operator=(const FrameFeed&) = delete;
    ~FrameFeed();

    /// The next frame; nothing at the end. Errors as VideoSource::next, once, after the frames before it.
    [[nodiscard]] Result<std::optional<FedFrame>> next();

private:
    using Item = Result<std::optional<FedFrame>>;
    [[nodiscard]] Item read();
    void read_ahead();

    VideoSource& source_;
    std::stop_token stop_;
    std::size_t depth_;
    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::deque<Item> queue_;
    std::stop_source abandoned_;
    std::jthread thread_; // last: it ends before what it uses
};

} // namespace mien
