// The window: what app/ needs to open it. No Qt here.
#pragma once

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>

#include "capture/source/video_source.h"
#include "capture/tracker/tracker.h"

namespace mien {

/// What the command line says about the window. Zero values mean "as last time, else the best there is".
struct WindowOptions {
    std::string
        source; ///< as open_source(), or a take; empty: last time's, else the first camera, else the sample
    std::filesystem::path rig;    ///< a file or "bundled:NAME"; empty: last time's, else the bundled head
    std::filesystem::path take;   ///< a take to open at once; empty: none
    std::filesystem::path models; ///< --models; empty: find_models() decides
    TrackerKind tracker = TrackerKind::automatic;
    std::optional<CameraMode> mode;      ///< of the camera
    std::optional<float> vertical_fov;   ///< degrees; of the source that is opened first
    std::optional<float> pupil_distance; ///< millimetres
    std::filesystem::path settings_file; ///< empty: window.json in the user's configuration
    std::filesystem::path takes_folder;  ///< empty: "takes" in the user's data folder

    std::stop_token stop; ///< asked for, from any thread, closes the window as a person would

    /// For manuals and tests: after `screenshot_after_s` seconds the window is saved as a picture (PNG or
    /// JPEG by extension) and closed. Empty: never.
    std::filesystem::path screenshot;
    double screenshot_after_s = 5;
    int screenshot_width = 1280; ///< device-independent pixels
    int screenshot_height = 800;
};

/// Runs the window until it is closed, on the calling thread, which must be the process's first. Returns the
/// exit code: 0, or 4 where there is no display (one line on standard error says what to do).
[[nodiscard]] int run_window(const WindowOptions& options);

} // namespace mien
