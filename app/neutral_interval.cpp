#include "app/neutral_interval.h"

#include <algorithm>

#include <fmt/format.h>

namespace mien {

std::size_t frames_at_rest(std::span<const LandmarkFrame> frames, const SolverOptions::Interval& interval) {
    return static_cast<std::size_t>(std::ranges::count_if(frames, [&](const LandmarkFrame& frame) {
        const double t = (frame.t - frames.front().t).seconds();
        return frame.tracked && t >= interval.from && t < interval.to;
    }));
}

std::string neutral_words(std::span<const LandmarkFrame> frames,
                          const std::optional<SolverOptions::Interval>& interval) {
    if (!interval || frames_at_rest(frames, *interval) == 0) return "adaptive";
    return fmt::format("{}-{}", interval->from, interval->to);
}

std::string neutral_warning(std::span<const LandmarkFrame> frames,
                            const std::optional<SolverOptions::Interval>& interval) {
    if (!interval || frames.empty() || frames_at_rest(frames, *interval) > 0) return {};
    const double length = (frames.back().t - frames.front().t).seconds();
    const char* why = interval->from > length ? "lies beyond the end" : "has no frame with a face in it";
    return fmt::format("--neutral {}-{} {} of a recording of {:.1f} s: the neutral is found from all of it",
                       interval->from, interval->to, why, length);
}

} // namespace mien
