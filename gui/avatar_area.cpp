#include "gui/avatar_area.h"

#include <QFrame>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "gui/avatar_view.h"

namespace mien::gui {

namespace {
constexpr int samples_on_gpu = 4;
} // namespace

AvatarArea::AvatarArea(const GlProbe& gl, QWidget* parent) : QWidget(parent), notices_(new NoticeBar(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(notices_);
    if (gl.usable) {
        view_ = new AvatarView(gl.software ? 0 : samples_on_gpu, this);
        ground_ = view_;
    } else {
        ground_ = new QWidget(this);
        notices_->show_notice(
            {.topic = QStringLiteral("gl"),
             .kind = NoticeBar::Kind::error,
             .text = tr("The avatar cannot be drawn: OpenGL 3.3 is needed, here is %1. Tracking and "
                        "recording work all the same; LIBGL_ALWAYS_SOFTWARE=1 may help.")
                         .arg(gl.description)});
    }
    layout->addWidget(ground_, 1);

    message_ = new QFrame(this);
    message_->setAutoFillBackground(true);
    message_->setBackgroundRole(QPalette::Window);
    text_ = new QLabel(message_);
    text_->setTextFormat(Qt::PlainText);
    text_->setAlignment(Qt::AlignCenter);
    button_ = new QPushButton(tr("Open a rig…"), message_);
    connect(button_, &QPushButton::clicked, this, &AvatarArea::open_rig_wanted);
    auto* inside = new QVBoxLayout(message_);
    inside->addWidget(text_);
    inside->addWidget(button_, 0, Qt::AlignCenter);
    message_->hide();
}

void AvatarArea::show_loading(const QString& name) {
    loading_ = name;
    place();
}

void AvatarArea::show_empty(bool empty) {
    empty_ = empty;
    place();
}

void AvatarArea::show_drop_hint(bool shown) {
    dropping_ = shown;
    place();
}

void AvatarArea::place() {
    if (dropping_)
        show_text(tr("Drop a rig, a video or a take"), false);
    else if (!loading_.isEmpty())
        show_text(tr("Loading %1…").arg(loading_), false);
    else if (empty_)
        show_text(tr("No rig is loaded.\nDrop a .glb, .gltf, .vrm, .fbx or .obj file here."), true);
    else
        message_->hide();
}

void AvatarArea::show_text(const QString& text, bool with_button) {
    text_->setText(text);
    message_->setAccessibleName(text);
    button_->setVisible(with_button);
    message_->adjustSize();
    const QRect area = ground_->geometry();
    message_->move(area.center() - message_->rect().center());
    message_->show();
    message_->raise();
}

void AvatarArea::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    place();
}

} // namespace mien::gui
