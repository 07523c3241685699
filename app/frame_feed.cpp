#include "app/frame_feed.h"

#include <utility>

#include "base/time.h"

namespace mien {

FrameFeed::FrameFeed(VideoSource& source, std::stop_token stop, std::size_t depth)
    : source_(source), stop_(std::move(stop)), depth_(depth) {
    if (depth_ > 0) thread_ = std::jthread([this] { read_ahead(); });
}

FrameFeed::~FrameFeed() {
    abandoned_.request_stop();
}

FrameFeed::Item FrameFeed::read() {
    const Duration begin = thread_cpu_time();
    auto next = source_.next(stop_);
    if (!next) return pass_on(next);
    if (!*next) return std::optional<FedFrame>();
    return FedFrame{std::move(**next), (thread_cpu_time() - begin).ms()};
}

void FrameFeed::read_ahead() {
    const std::stop_token abandoned = abandoned_.get_token();
    while (true) {
        Item item = read();
        const bool last = !item || !*item;
        {
            std::unique_lock lock(mutex_);
            if (!changed_.wait(lock, abandoned, [this] { return queue_.size() < depth_; })) return;
            queue_.push_back(std::move(item));
        }
        changed_.notify_all();
        if (last) return;
    }
}

FrameFeed::Item FrameFeed::next() {
    if (depth_ == 0) return read();
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !queue_.empty(); });
    Item item = std::move(queue_.front());
    const bool last = !item || !*item;
    if (last)
        queue_.front() = std::optional<FedFrame>(); // the end stays the end
    else
        queue_.pop_front();
    lock.unlock();
    changed_.notify_all();
    return item;
}

} // namespace mien
