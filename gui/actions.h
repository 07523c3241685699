// Everything that can be done in the window, each with its text, shortcut and tooltip, in one place.
#pragma once

class QAction;
class QWidget;

namespace mien::gui {

/// Owned by the widget that make_actions() was given; connect to triggered() or toggled().
struct Actions {
    QAction* open_rig;
    QAction* bundled_rig;
    QAction* stop_animation;
    QAction* frame_head;
    QAction* frame_bust;
    QAction* frame_whole;

    QAction* neutral;
    QAction* centre;
    QAction* mirror; ///< checkable
    QAction* let_go; ///< of all sliders

    QAction* record; ///< checkable: on while recording
    QAction* play;
    QAction* open_take;
    QAction* close_take;

    QAction* camera_shown;  ///< checkable
    QAction* full_screen;   ///< checkable
    QAction* panels_locked; ///< checkable
    QAction* keys;
    QAction* quit;
};

[[nodiscard]] Actions make_actions(QWidget* owner);

/// A disabled action says in its tooltip what is missing (`why_not`); an enabled one what it does.
void set_available(QAction* action, bool available, const char* why_not);

} // namespace mien::gui
