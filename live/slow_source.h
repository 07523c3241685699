// Notices that a camera gives fewer pictures than it promised: dim light, a raw format, a busy hub.
#pragma once

#include <optional>
#include <string>

#include "base/time.h"
#include "live/frame_rate.h"

namespace mien {

/// One owner.
class SlowSource {
public:
    /// `promised` frames a second; 0 where nothing is promised.
    explicit SlowSource(double promised) : promised_(promised) {}

    /// A frame arrived. True where what notice() says has changed: a source is slow after 3 s below 80 % of
    /// its promise, and no longer as soon as it keeps it.
    [[nodiscard]] bool add(Timestamp now);
    /// Pictures a second over the last second; 0 before it is known.
    [[nodiscard]] double measured() const { return newest_; }
    /// Empty, or one line for the person. What helps a camera does not help a film that is played.
    [[nodiscard]] std::string notice(const std::string& name, bool camera) const;

private:
    double promised_;
    double newest_ = 0;
    double measured_ = 0; ///< when it was found slow
    FrameRate rate_;
    std::optional<Timestamp> first_;
    std::optional<Timestamp> below_since_;
    bool slow_ = false;
};

} // namespace mien
