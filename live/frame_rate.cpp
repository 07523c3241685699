#include "live/frame_rate.h"

namespace mien {

double FrameRate::add(Timestamp now) {
    times_.push_back(now);
    while (times_.size() > 2 && now - times_.front() > Duration::from_seconds(1)) times_.pop_front();
    const double seconds = (now - times_.front()).seconds();
    return seconds > 0 ? static_cast<double>(times_.size() - 1) / seconds : 0;
}

} // namespace mien
