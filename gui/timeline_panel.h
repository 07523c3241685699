// The take that is open: transport and timeline.
#pragma once

#include <memory>

#include <QString>
#include <QWidget>

#include "gui/take_player.h"

class QAction;
class QLabel;
class QToolButton;

namespace mien::gui {

class TimelineStrip;

/// The window's thread only. `play` and `close` are the window's own actions.
class TimelinePanel : public QWidget {
    Q_OBJECT
public:
    TimelinePanel(TakePlayer& player, QAction* play, QAction* close, QWidget* parent = nullptr);

    /// After TakePlayer::set_take().
    void set_take(std::shared_ptr<const Take> take, const QString& name);

private:
    void show_position(double position);

    TakePlayer& player_;
    QLabel* name_;
    QLabel* time_;
    QToolButton* loop_;
    TimelineStrip* strip_;
};

} // namespace mien::gui
