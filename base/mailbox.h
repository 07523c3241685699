// The newest-value hand-off between two threads: a place for one value where a new one replaces an unread
// one. A slow reader never stops a writer and never sees an old value. For sequences where each value
// counts (a recorder) use a bounded queue.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>

#include "base/time.h"

namespace mien {

/// All functions may be called from any thread.
template <typename T>
class Mailbox {
public:
    /// Puts a value in. Returns true where it replaced one that nobody had read.
    bool put(T value) {
        bool replaced = false;
        {
            const std::lock_guard lock(mutex_);
            replaced = value_.has_value();
            value_ = std::move(value);
            if (replaced) ++replaced_count_;
        }
        ready_.notify_one();
        return replaced;
    }

    /// Takes the value out, if there is one.
    [[nodiscard]] std::optional<T> try_take() {
        const std::lock_guard lock(mutex_);
        return take_locked();
    }

    /// Waits for a value until it comes, the stop is asked for or the time is over; nothing in the last two
    /// cases.
    [[nodiscard]] std::optional<T> take(const std::stop_token& stop, Duration at_most) {
        std::unique_lock lock(mutex_);
        ready_.wait_for(lock, stop, at_most.chrono(), [this] { return value_.has_value(); });
        return take_locked();
    }

    /// Waits until the value was taken, for a writer that must not replace it; false where the stop was asked
    /// for first.
    [[nodiscard]] bool wait_empty(const std::stop_token& stop) {
        std::unique_lock lock(mutex_);
        return emptied_.wait(lock, stop, [this] { return !value_.has_value(); });
    }

    /// How many values were replaced unread since the start.
    [[nodiscard]] std::uint64_t replaced() const {
        const std::lock_guard lock(mutex_);
        return replaced_count_;
    }

private:
    std::optional<T> take_locked() {
        emptied_.notify_one();
        return std::exchange(value_, std::nullopt);
    }

    mutable std::mutex mutex_;
    std::condition_variable_any ready_;
    std::condition_variable_any emptied_;
    std::optional<T> value_;
    std::uint64_t replaced_count_ = 0;
};

} // namespace mien
