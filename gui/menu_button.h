// A button that opens a menu.
#pragma once

class QMenu;
class QString;
class QToolButton;
class QWidget;

namespace mien::gui {

/// Owned by `parent`. `text` may mark its letter with &.
[[nodiscard]] QToolButton* make_menu_button(const QString& text, const QString& tip, QMenu* menu,
                                            QWidget* parent);

} // namespace mien::gui
