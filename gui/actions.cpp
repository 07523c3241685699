#include "gui/actions.h"

#include <QAction>
#include <QCoreApplication>
#include <QKeySequence>
#include <QVariant>
#include <QWidget>

#include "gui/icons.h"

namespace mien::gui {

namespace {

constexpr auto explanation = "mien_explanation"; // dynamic property: what the action does

QString tr(const char* text) {
    return QCoreApplication::translate("Actions", text);
}

void describe(QAction* action, const QString& text) {
    const QString keys = action->shortcut().toString(QKeySequence::NativeText);
    action->setToolTip(keys.isEmpty() ? text : QStringLiteral("%1 (%2)").arg(text, keys));
}

QAction* make(QWidget* owner, const QString& text, const QKeySequence& shortcut, const QString& what) {
    auto* action = new QAction(text, owner);
    action->setShortcut(shortcut);
    action->setProperty(explanation, what);
    action->setStatusTip(what);
    describe(action, what);
    // On the window itself, so that the shortcut works while the toolbar is hidden.
    owner->addAction(action);
    return action;
}

QAction* checkable(QAction* action, bool on) {
    action->setCheckable(true);
    action->setChecked(on);
    return action;
}

} // namespace

Actions make_actions(QWidget* owner) {
    Actions a{};
    a.open_rig = make(owner, tr("&Open rig…"), Qt::CTRL | Qt::Key_O,
                      tr("Open an avatar from a file. Dropping it on the window does the same."));
    a.bundled_rig = make(owner, tr("&Bundled head"), {}, tr("Show the head that comes with mien."));
    a.stop_animation =
        make(owner, tr("&Stop animation"), {}, tr("The avatar follows the face again. Esc does the same."));
    a.frame_head =
        make(owner, tr("Frame the &head"), Qt::Key_F, tr("Look at the avatar's face from the front."));
    a.frame_bust = make(owner, tr("Frame head and &shoulders"), Qt::Key_G,
                        tr("Look at the avatar's head and shoulders from the front."));
    a.frame_whole = make(owner, tr("Frame the &whole avatar"), Qt::SHIFT | Qt::Key_F,
                         tr("Look at the whole avatar from the front."));

    a.neutral =
        make(owner, tr("&Neutral"), Qt::Key_N,
             tr("Relax your face and press: what it shows in the next half second becomes the rest."));
    a.centre = make(owner, tr("&Centre"), Qt::Key_C,
                    tr("Look straight ahead and press: where your head is now becomes the middle."));
    a.mirror = checkable(make(owner, tr("&Mirror"), Qt::Key_M,
                              tr("The avatar and the picture move as your mirror image would.")),
                         true);
    a.let_go = make(owner, tr("&Let go of all sliders"), {}, tr("Every slider follows the performer again."));

    a.record =
        checkable(make(owner, tr("&Record"), Qt::Key_R, tr("Record a take; press again to end it.")), false);
    a.record->setIcon(icon(Icon::record));
    a.play =
        make(owner, tr("&Play"), Qt::Key_Space, tr("Play or stop the open take, or play the newest one."));
    a.play->setIcon(icon(Icon::play));
    a.open_take = make(owner, tr("&Open take…"), {}, tr("Open a take from a file."));
    a.close_take = make(owner, tr("&Back to live"), Qt::Key_Escape,
                        tr("End the animation, or close the take, and show the live face again."));

    a.camera_shown = checkable(make(owner, tr("&Camera picture"), Qt::Key_H,
                                    tr("Show or hide the camera's picture; tracking goes on.")),
                               true);
    a.full_screen = checkable(make(owner, tr("&Full screen"), Qt::Key_F11,
                                   tr("The avatar alone on the whole screen. Esc comes back.")),
                              false);
    a.panels_locked = checkable(
        make(owner, tr("&Lock panels"), {}, tr("Unlocked panels have a title by which they can be moved.")),
        true);
    a.keys = make(owner, tr("&Keys and mouse…"), Qt::Key_F1, tr("Show what every key and the mouse do."));
    a.quit = make(owner, tr("&Quit"), Qt::CTRL | Qt::Key_Q, tr("Close mien."));
    return a;
}

void set_available(QAction* action, bool available, const char* why_not) {
    action->setEnabled(available);
    describe(action, available ? action->property(explanation).toString() : tr(why_not));
}

} // namespace mien::gui
