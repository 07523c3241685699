#include "app/interrupt.h"

#include <ctime>
#include <pthread.h>

namespace mien {
namespace {

sigset_t ending_signals() {
    sigset_t set;
    sigemptyset(&set);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&set, signal);
    return set;
}

} // namespace

Interrupt::Interrupt() {
    const sigset_t signals = ending_signals();
    pthread_sigmask(SIG_BLOCK, &signals, &previous_);
    waiter_ = std::jthread([this, signals](const std::stop_token& over) {
        const timespec a_moment{0, 50'000'000};
        while (!over.stop_requested()) {
            const int signal = sigtimedwait(&signals, nullptr, &a_moment);
            if (signal <= 0) continue;
            stop_.request_stop();
            // The next one has its usual effect.
            pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
            while (!over.stop_requested()) nanosleep(&a_moment, nullptr);
        }
    });
}

Interrupt::~Interrupt() {
    waiter_.request_stop();
    waiter_.join();
    pthread_sigmask(SIG_SETMASK, &previous_, nullptr);
}

} // namespace mien
