// The way from the command line to the window.
#pragma once

#include "base/result.h"
#include "gui/gui.h"

namespace mien {

/// Runs the window until it is closed, or until Ctrl-C or the end of the session. Errors: unavailable (no
/// display; the message is empty, as it was shown already).
[[nodiscard]] Result<void> open_window(WindowOptions options);

} // namespace mien
