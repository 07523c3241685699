#include "capture/source/system_calls.h"

#include <cerrno>

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace mien {
namespace {

class RealSystemCalls final : public SystemCalls {
public:
    [[nodiscard]] int open(const char* path) override {
        const int fd = ::open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
        return fd >= 0 ? fd : -errno;
    }
    void close(int fd) override { ::close(fd); }
    [[nodiscard]] int ioctl(int fd, unsigned long request, void* argument) override {
        const int result = ::ioctl(fd, request, argument);
        return result >= 0 ? result : -errno;
    }
    [[nodiscard]] int poll_input(int fd, int timeout_ms) override {
        pollfd waiting{fd, POLLIN, 0};
        const int result = ::poll(&waiting, 1, timeout_ms);
        return result >= 0 ? waiting.revents : -errno;
    }
    [[nodiscard]] void* map(int fd, std::size_t length, std::int64_t offset) override {
        void* start = ::mmap(nullptr, length, PROT_READ | PROT_WRITE, MAP_SHARED, fd, offset);
        return start != MAP_FAILED ? start : nullptr;
    }
    void unmap(void* start, std::size_t length) override { ::munmap(start, length); }
};

} // namespace

std::shared_ptr<SystemCalls> real_system_calls() {
    return std::make_shared<RealSystemCalls>();
}

} // namespace mien
