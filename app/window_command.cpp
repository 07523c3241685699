#include "app/window_command.h"

#ifdef MIEN_HAS_WINDOW
#include "gui/gui.h"
#endif

namespace mien {

#ifdef MIEN_HAS_WINDOW

Result<void> open_window(const WindowRequest& request) {
    WindowOptions options;
    options.source = request.source;
    options.rig = request.rig;
    options.models = request.models;
    options.tracker = request.tracker;
    options.screenshot = request.screenshot;
    options.screenshot_after_s = request.screenshot_after_s;
    if (run_window(options) != 0) return tl::unexpected<Error>(Error{ErrorCode::unavailable, {}, {}});
    return {};
}

#else

Result<void> open_window(const WindowRequest& /*request*/) {
    return fail(ErrorCode::unavailable,
                "This build has no window: it was made without gui/. See mien --help for the commands");
}

#endif

} // namespace mien
