// Small pictures drawn in the application's text colour of the moment, so that they suit light and dark
// desktops at any scale.
#pragma once

#include <QIcon>

namespace mien::gui {

enum class Icon : std::uint8_t { record, stop, play, pause, step_back, step_on, cross, reset, loop, face };

[[nodiscard]] QIcon icon(Icon which);

} // namespace mien::gui
