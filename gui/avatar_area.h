// The middle of the window: the avatar, messages about it above, and what stands in its place while there is
// none.
#pragma once

#include <QWidget>

#include "gui/gl_format.h"
#include "gui/notice_bar.h"

class QLabel;
class QPushButton;

namespace mien::gui {

class AvatarView;

/// The window's thread only.
class AvatarArea : public QWidget {
    Q_OBJECT
public:
    explicit AvatarArea(const GlProbe& gl, QWidget* parent = nullptr);

    /// nullptr where this display has no usable OpenGL; tracking works all the same.
    [[nodiscard]] AvatarView* view() const { return view_; }
    [[nodiscard]] NoticeBar& notices() { return *notices_; }

    /// "Loading …" over the avatar; empty takes it away.
    void show_loading(const QString& name);
    /// No rig at all: says so, with the button that helps.
    void show_empty(bool empty);
    /// The hint while a file hovers over the window.
    void show_drop_hint(bool shown);

signals:
    void open_rig_wanted();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void place();
    void show_text(const QString& text, bool with_button);

    NoticeBar* notices_;
    AvatarView* view_ = nullptr;
    QWidget* ground_;  ///< what the message stands on: the view, or a plain widget without OpenGL
    QWidget* message_; ///< over the ground
    QLabel* text_;
    QPushButton* button_;
    QString loading_;
    bool empty_ = false;
    bool dropping_ = false;
};

} // namespace mien::gui
