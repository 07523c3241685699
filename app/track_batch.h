// Many inputs of `mien track`, one to a core.
#pragma once

#include <cstddef>
#include <functional>
#include <stop_token>
#include <vector>

#include "app/track_run.h"

namespace mien {

/// Called on the calling thread, once for each request, in their order, as soon as it is its turn.
using TrackDone = std::function<void(std::size_t index, Result<TrackReport> report)>;

/// Runs the requests on at most `jobs` threads (at least one), each request on one of them from beginning to
/// end: what it writes does not depend on `jobs`. A stop ends those that run; the rest are not begun and not
/// reported.
void track_all(const std::vector<TrackRequest>& requests, std::size_t jobs, const std::stop_token& stop,
               const TrackDone& done);

} // namespace mien
