#include "gui/notice_bar.h"

#include <algorithm>

#include <QAccessible>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QStyle>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include "gui/icons.h"

namespace mien::gui {

namespace {

QStyle::StandardPixmap picture_of(NoticeBar::Kind kind) {
    switch (kind) {
    case NoticeBar::Kind::error:
        return QStyle::SP_MessageBoxCritical;
    case NoticeBar::Kind::warning:
        return QStyle::SP_MessageBoxWarning;
    case NoticeBar::Kind::note:
        break;
    }
    return QStyle::SP_MessageBoxInformation;
}

} // namespace

NoticeBar::NoticeBar(QWidget* parent) : QFrame(parent), layout_(new QVBoxLayout(this)) {
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::AlternateBase);
    layout_->setContentsMargins({});
    layout_->setSpacing(0);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    hide();
}

void NoticeBar::show_notice(const Notice& notice) {
    if (text(notice.topic) == notice.text) return;
    clear(notice.topic);
    if (notice.text.isEmpty()) return;
    QWidget* row = make_row(notice);
    rows_.push_back({notice.topic, notice.text, row});
    layout_->addWidget(row);
    show();
    QAccessibleEvent alert(row, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
    if (notice.lasts_ms > 0)
        QTimer::singleShot(notice.lasts_ms, row, [this, topic = notice.topic] { clear(topic); });
}

QWidget* NoticeBar::make_row(const Notice& notice) {
    auto* row = new QWidget(this);
    row->setAccessibleName(notice.text);
    auto* layout = new QHBoxLayout(row);
    const int line = fontMetrics().height();
    layout->setContentsMargins(line / 2, line / 4, line / 4, line / 4);

    auto* picture = new QLabel(row);
    picture->setPixmap(style()->standardIcon(picture_of(notice.kind)).pixmap(line, line));
    layout->addWidget(picture, 0, Qt::AlignVCenter);

    auto* text = new QLabel(notice.text, row);
    text->setTextFormat(Qt::PlainText);
    text->setWordWrap(true);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    layout->addWidget(text, 1);

    if (!notice.action_text.isEmpty()) {
        auto* button = new QPushButton(notice.action_text, row);
        button->setAccessibleDescription(notice.text);
        connect(button, &QPushButton::clicked, this, notice.action);
        layout->addWidget(button, 0, Qt::AlignVCenter);
    }
    auto* close = new QToolButton(row);
    close->setAutoRaise(true);
    close->setIcon(icon(Icon::cross));
    close->setToolTip(tr("Close this message"));
    close->setAccessibleName(tr("Close this message"));
    connect(close, &QToolButton::clicked, this, [this, topic = notice.topic] { clear(topic); });
    layout->addWidget(close, 0, Qt::AlignVCenter);
    return row;
}

void NoticeBar::clear(const QString& topic) {
    const auto row = std::find_if(rows_.begin(), rows_.end(), [&](const Row& r) { return r.topic == topic; });
    if (row == rows_.end()) return;
    row->widget->hide();
    row->widget->deleteLater();
    rows_.erase(row);
    setVisible(!rows_.empty());
}

QString NoticeBar::text(const QString& topic) const {
    const auto row = std::find_if(rows_.begin(), rows_.end(), [&](const Row& r) { return r.topic == topic; });
    return row == rows_.end() ? QString() : row->text;
}

} // namespace mien::gui
