#include "base/time.h"

#include <ctime>

namespace mien {
namespace {

std::int64_t read_clock(clockid_t id) {
    timespec t{};
    clock_gettime(id, &t);
    return static_cast<std::int64_t>(t.tv_sec) * 1'000'000'000 + t.tv_nsec;
}

} // namespace

Timestamp monotonic_now() {
    return {read_clock(CLOCK_MONOTONIC)};
}

Duration thread_cpu_time() {
    return {read_clock(CLOCK_THREAD_CPUTIME_ID)};
}

} // namespace mien
