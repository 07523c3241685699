#include "media/libav_internal.h"

#include <array>

namespace mien::libav {

std::string reason(int error) {
    std::array<char, AV_ERROR_MAX_STRING_SIZE> text{};
    av_strerror(error, text.data(), text.size());
    return text.data();
}

void silence() {
    av_log_set_level(AV_LOG_QUIET); // an atomic store
}

std::int64_t to_ns(std::int64_t value, AVRational base) {
    return av_rescale_q(value, base, AVRational{1, 1'000'000'000});
}

} // namespace mien::libav
