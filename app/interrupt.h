// Ctrl-C and the end of the session as a stop_token, so that files are finished.
#pragma once

#include <stop_token>
#include <thread>

#include <csignal>

namespace mien {

/// While it lives, the first SIGINT, SIGTERM or SIGHUP asks its token for a stop; the second ends the program
/// at once. Make it before other threads start (they inherit the blocked signals); one at a time.
class Interrupt {
public:
    Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;
    ~Interrupt();

    [[nodiscard]] std::stop_token token() const { return stop_.get_token(); }
    [[nodiscard]] bool requested() const { return stop_.stop_requested(); }

private:
    std::stop_source stop_;
    sigset_t previous_{};
    std::jthread waiter_;
};

} // namespace mien
