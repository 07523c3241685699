#include "app/interrupt.h"

#include <chrono>
#include <csignal>
#include <thread>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace mien {
namespace {

bool wait_for_request(const Interrupt& interrupt) {
    for (int i = 0; i < 5000 && !interrupt.requested(); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return interrupt.requested();
}

TEST(Interrupt, TurnsTheFirstSignalIntoAStop) {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        const Interrupt interrupt;
        EXPECT_FALSE(interrupt.requested());
        ::kill(::getpid(), signal);
        EXPECT_TRUE(wait_for_request(interrupt));
        EXPECT_TRUE(interrupt.token().stop_requested());
    }
}

TEST(Interrupt, LetsTheSecondSignalEndTheProgram) {
    const pid_t child = ::fork();
    if (child == 0) {
        const Interrupt interrupt;
        ::kill(::getpid(), SIGINT);
        if (!wait_for_request(interrupt)) ::_exit(7);
        ::kill(::getpid(), SIGINT);
        std::this_thread::sleep_for(std::chrono::seconds(20));
        ::_exit(8);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status)) << WEXITSTATUS(status);
}

} // namespace
} // namespace mien
