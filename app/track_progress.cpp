#include "app/track_progress.h"

#include <algorithm>
#include <cstdio>
#include <utility>

#include <unistd.h>

#include "app/progress.h"
#include "app/tell.h"

namespace mien {

TrackProgress::TrackProgress(std::string what, std::size_t inputs)
    : what_(std::move(what)), inputs_(inputs), begin_(monotonic_now()),
      on_terminal_(::isatty(STDERR_FILENO) == 1) {}

TrackProgress::~TrackProgress() {
    if (on_terminal_ && shown_.ns != 0) tell("\r\x1b[K");
}

void TrackProgress::expect(std::optional<std::uint64_t> pieces) {
    const std::lock_guard lock(mutex_);
    if (!pieces) {
        unknown_ = true;
        return;
    }
    pieces_ += *pieces;
    ++known_;
}

std::optional<std::uint64_t> TrackProgress::total() const {
    const std::lock_guard lock(mutex_);
    if (known_ == 0 || unknown_) return std::nullopt;
    return pieces_ * std::max(inputs_, known_) / known_;
}

void TrackProgress::step() {
    {
        const std::lock_guard lock(mutex_);
        ++done_;
    }
    if (!on_terminal_) return;
    const auto all = total();
    const std::lock_guard lock(mutex_);
    const Timestamp now = monotonic_now();
    if (now - shown_ < Duration::from_ms(100)) return;
    shown_ = now;
    tell("\r\x1b[K{}", progress_line(what_, done_, all, (now - begin_).seconds()));
    std::fflush(stderr);
}

} // namespace mien
