#include "tests/gui/private_display.h"

#include <cstdlib>
#include <string>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace mien::test {

namespace {

constexpr int start_limit_ms = 30'000;

/// The display's number, which Xvfb writes when it is ready; empty where it never is.
std::string read_number(int from) {
    std::string number;
    pollfd readable{.fd = from, .events = POLLIN, .revents = 0};
    char c = 0;
    while (::poll(&readable, 1, start_limit_ms) == 1 && ::read(from, &c, 1) == 1 && c != '\n') number += c;
    return c == '\n' ? number : std::string();
}

} // namespace

PrivateDisplay::PrivateDisplay() {
    int ends[2];
    if (::pipe(ends) != 0) return;
    server_ = ::fork();
    if (server_ == 0) {
        ::prctl(PR_SET_PDEATHSIG, SIGTERM); // a test that crashes leaves no server behind
        ::close(ends[0]);
        if (const int nowhere = ::open("/dev/null", O_RDWR); nowhere >= 0) {
            ::dup2(nowhere, 1);
            ::dup2(nowhere, 2);
        }
        const std::string number = std::to_string(ends[1]);
        ::execlp("Xvfb", "Xvfb", "-displayfd", number.c_str(), "-screen", "0", "1280x800x24", "-nolisten",
                 "tcp", static_cast<char*>(nullptr));
        ::_exit(127);
    }
    ::close(ends[1]);
    const std::string number = server_ > 0 ? read_number(ends[0]) : std::string();
    ::close(ends[0]);
    if (number.empty()) {
        if (server_ > 0) {
            ::kill(server_, SIGTERM);
            ::waitpid(server_, nullptr, 0);
        }
        server_ = -1;
        return;
    }
    ::setenv("DISPLAY", (":" + number).c_str(), 1);
}

PrivateDisplay::~PrivateDisplay() {
    if (server_ <= 0) return;
    ::kill(server_, SIGTERM);
    ::waitpid(server_, nullptr, 0);
}

} // namespace mien::test
