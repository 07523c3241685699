// The way from the command line to the window.
#pragma once

#include <filesystem>
#include <string>

#include "base/result.h"
#include "capture/tracker/tracker.h"

namespace mien {

/// What the command line says about the window; empty: as last time, else the best there is.
struct WindowRequest {
    std::string source;
    std::filesystem::path rig;
    std::filesystem::path models;
    TrackerKind tracker = TrackerKind::automatic;
    std::filesystem::path screenshot;
    double screenshot_after_s = 5;
};

/// Runs the window until it is closed. Errors: unavailable (no display; the message may be empty where it was
/// shown already; or this build has no window).
[[nodiscard]] Result<void> open_window(const WindowRequest& request);

} // namespace mien
