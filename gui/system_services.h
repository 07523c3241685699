// The real machine behind the window's Services.
#pragma once

#include "gui/gui.h"
#include "gui/services.h"

namespace mien::gui {

/// After the application object (the user's folders go by its name).
[[nodiscard]] Services system_services(const WindowOptions& options);

} // namespace mien::gui
