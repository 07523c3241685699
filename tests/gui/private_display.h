// An X server of the tests' own, so that they run the same on a desktop, over ssh and as root in a container,
// and never show anything to anybody.
#pragma once

#include <sys/types.h>

namespace mien::test {

class PrivateDisplay {
public:
    /// Starts Xvfb and points DISPLAY at it. Nothing happens where it is not installed.
    PrivateDisplay();
    PrivateDisplay(const PrivateDisplay&) = delete;
    PrivateDisplay& operator=(const PrivateDisplay&) = delete;
    ~PrivateDisplay();
    [[nodiscard]] bool started() const { return server_ > 0; }

private:
    pid_t server_ = -1;
};

} // namespace mien::test
