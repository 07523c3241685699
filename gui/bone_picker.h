// A list of the rig's bones to choose from, with a line to search in: it pops up and goes by itself.
#pragma once

#include <QFrame>

#include "rig/rig.h"

class QLineEdit;
class QListWidget;

namespace mien::gui {

/// The window's thread only. Deletes itself when it is closed.
class BonePicker : public QFrame {
    Q_OBJECT
public:
    /// Lists joints of skins, and all other nodes without a mesh behind them.
    BonePicker(const Rig& rig, QWidget* parent);
    /// Shows it below `anchor`, within the screen.
    void pop_up(const QWidget& anchor);

signals:
    void picked(int node);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void show_only(const QString& words);
    void pick();

    QLineEdit* search_;
    QListWidget* list_;
};

} // namespace mien::gui
