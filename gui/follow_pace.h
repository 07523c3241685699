// How often sliders follow the performer: faster cannot be watched, and there may be hundreds.
#pragma once

#include <QElapsedTimer>

namespace mien::gui {

class FollowPace {
public:
    /// Whether it is time again; true at most 15 times a second.
    [[nodiscard]] bool due() {
        constexpr qint64 interval_ms = 66;
        if (since_.isValid() && since_.elapsed() < interval_ms) return false;
        since_.start();
        return true;
    }
    /// The next due() is true: what was let go of moves at once.
    void hurry() { since_.invalidate(); }

private:
    QElapsedTimer since_;
};

} // namespace mien::gui
