// The calls into the kernel that a camera needs, so that a test can be the kernel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace mien {

/// Each returns what the system call of its name returns, or -errno.
class SystemCalls {
public:
    virtual ~SystemCalls() = default;
    [[nodiscard]] virtual int open(const char* path) = 0; ///< for reading and writing, not blocking
    virtual void close(int fd) = 0;
    [[nodiscard]] virtual int ioctl(int fd, unsigned long request, void* argument) = 0;
    /// Waits for input; returns the events that came (0 where the time was over).
    [[nodiscard]] virtual int poll_input(int fd, int timeout_ms) = 0;
    /// Null on failure.
    [[nodiscard]] virtual void* map(int fd, std::size_t length, std::int64_t offset) = 0;
    virtual void unmap(void* start, std::size_t length) = 0;
};

/// The kernel itself.
[[nodiscard]] std::shared_ptr<SystemCalls> real_system_calls();

} // namespace mien
