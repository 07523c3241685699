// All keys and what the mouse does, on one page.
#pragma once

#include <QDialog>

namespace mien::gui {

/// Not modal: it may stay open while the avatar moves. Lists the actions of `window` that have a shortcut.
class KeysWindow : public QDialog {
    Q_OBJECT
public:
    explicit KeysWindow(QWidget* window);
};

} // namespace mien::gui
