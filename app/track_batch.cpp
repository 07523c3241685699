#include "app/track_batch.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace mien {
namespace {

/// Results on their way from the workers to the caller.
class Results {
public:
    explicit Results(std::size_t count) : results_(count) {}

    void put(std::size_t index, Result<TrackReport> result) {
        {
            const std::lock_guard lock(mutex_);
            results_[index] = std::move(result);
        }
        changed_.notify_all();
    }
    void end_worker() {
        {
            const std::lock_guard lock(mutex_);
            ++ended_;
        }
        changed_.notify_all();
    }
    /// Waits for it; nothing where all workers ended without it.
    std::optional<Result<TrackReport>> take(std::size_t index, std::size_t workers) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return results_[index] || ended_ == workers; });
        return std::exchange(results_[index], std::nullopt);
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<std::optional<Result<TrackReport>>> results_;
    std::size_t ended_ = 0;
};

} // namespace

void track_all(const std::vector<TrackRequest>& requests, std::size_t jobs, const std::stop_token& stop,
               const TrackDone& done) {
    const std::size_t workers = std::clamp<std::size_t>(jobs, 1, std::max<std::size_t>(1, requests.size()));
    Results results(requests.size());
    std::atomic<std::size_t> next = 0;
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < workers; ++i)
        threads.emplace_back([&] {
            for (std::size_t at = next++; at < requests.size() && !stop.stop_requested(); at = next++)
                results.put(at, track_input(requests[at], stop));
            results.end_worker();
        });
    for (std::size_t i = 0; i < requests.size(); ++i)
        if (auto result = results.take(i, workers)) done(i, std::move(*result));
}

} // namespace mien
