#include "app/progress.h"

#include <algorithm>

#include <fmt/format.h>
#include <unistd.h>

#include "app/tell.h"

namespace mien {

std::string progress_line(const std::string& what, std::uint64_t done, std::optional<std::uint64_t> total,
                          double seconds) {
    std::string line = what;
    if (total && *total > 0)
        line += fmt::format("  {} of {}  {} %", done, std::max(*total, done),
                            std::min<std::uint64_t>(99, done * 100 / *total));
    else
        line += fmt::format("  {}", done);
    if (seconds <= 0 || done == 0) return line;
    const double rate = static_cast<double>(done) / seconds;
    line += fmt::format("  {:.1f} a second", rate);
    if (total && *total > done)
        line += fmt::format("  {:.0f} s left", static_cast<double>(*total - done) / rate);
    return line;
}

Progress::Progress(std::string what, std::optional<std::uint64_t> total)
    : what_(std::move(what)), total_(total), begin_(monotonic_now()),
      on_terminal_(::isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() {
    if (on_terminal_ && shown_.ns != 0) tell("\r\x1b[K");
}

void Progress::show(std::uint64_t done) {
    if (!on_terminal_) return;
    const Timestamp now = monotonic_now();
    if (now - shown_ < Duration::from_ms(100)) return;
    shown_ = now;
    tell("\r\x1b[K{}", progress_line(what_, done, total_, (now - begin_).seconds()));
    std::fflush(stderr);
}

} // namespace mien
