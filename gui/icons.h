// Small pictures drawn in the palette's own colours, so that they suit light and dark desktops at any scale.
#pragma once

#include <QIcon>
#include <QPalette>

namespace mien::gui {

enum class Icon : std::uint8_t { record, stop, play, pause, step_back, step_on, cross, reset, loop };

[[nodiscard]] QIcon icon(Icon which, const QPalette& palette);

} // namespace mien::gui
