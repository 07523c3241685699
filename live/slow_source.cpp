#include "live/slow_source.h"

#include <utility>

#include <fmt/format.h>

namespace mien {
namespace {

constexpr double enough = 0.8; // of what was promised
constexpr Duration patience = Duration::from_seconds(3);
// The rate is a mean over the last second: before that it says little.
constexpr Duration warm_up = Duration::from_seconds(1);

} // namespace

bool SlowSource::add(Timestamp now) {
    const double measured = rate_.add(now);
    if (!first_) first_ = now;
    newest_ = now - *first_ < warm_up ? 0 : measured;
    if (promised_ <= 0 || now - *first_ < warm_up) return false;
    if (measured >= enough * promised_) {
        below_since_.reset();
        return std::exchange(slow_, false);
    }
    if (!below_since_) below_since_ = now;
    if (slow_ || now - *below_since_ < patience) return false;
    measured_ = measured;
    return slow_ = true;
}

std::string SlowSource::notice(const std::string& name, bool camera) const {
    if (!slow_) return {};
    return fmt::format("{} gives {:.0f} of {:.0f} pictures a second; {}", name, measured_, promised_,
                       camera ? "more light or a smaller picture may help"
                              : "this machine is busy with other work");
}

} // namespace mien
