#include "gui/state_box.h"

#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>

namespace mien::gui {

namespace {

QPixmap lamp(const QColor& colour, int side, qreal ratio) {
    QPixmap pixmap(QSize(side, side) * ratio);
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawEllipse(QRectF(1, 1, side - 2, side - 2));
    return pixmap;
}

} // namespace

QColor lamp_colour(ShownState state) {
    switch (state) {
    case ShownState::ok:
        return {70, 170, 90};
    case ShownState::poor:
    case ShownState::held:
    case ShownState::easing:
        return {220, 160, 40};
    case ShownState::no_face:
    case ShownState::waiting:
    case ShownState::failed:
        return {215, 85, 70};
    case ShownState::take:
        return {80, 140, 210};
    case ShownState::starting:
    case ShownState::no_source:
        break;
    }
    return {140, 140, 140};
}

StateBox::StateBox(QWidget* parent)
    : QFrame(parent), lamp_(new QLabel(this)), word_(new QLabel(this)), advice_(new QLabel(this)),
      details_(new QLabel(this)), help_(new QPushButton(tr("Open a video…"), this)) {
    setAccessibleName(tr("State"));
    auto* grid = new QGridLayout(this);
    const int line = fontMetrics().height();
    grid->setContentsMargins(line / 2, line / 2, line / 2, line / 2);
    grid->setHorizontalSpacing(line / 2);
    grid->setVerticalSpacing(line / 4);
    grid->setColumnStretch(1, 1);
    QFont bold = font();
    bold.setBold(true);
    word_->setFont(bold);
    for (QLabel* label : {advice_, details_}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    }
    details_->setForegroundRole(QPalette::PlaceholderText);
    grid->addWidget(lamp_, 0, 0);
    grid->addWidget(word_, 0, 1);
    grid->addWidget(advice_, 1, 0, 1, 2);
    grid->addWidget(help_, 2, 0, 1, 2, Qt::AlignLeft);
    grid->addWidget(details_, 3, 0, 1, 2);
    connect(help_, &QPushButton::clicked, this, &StateBox::help_wanted);
    // The advice changes often: the room of its longest text is kept, so that nothing below it jumps.
    advice_->setMinimumHeight(2 * fontMetrics().lineSpacing());
    details_->hide();
    show_state(describe_state({}));
}

void StateBox::show_state(const StateText& text) {
    if (text.word == shown_.word && text.advice == shown_.advice) return;
    shown_ = text;
    word_->setText(text.word);
    advice_->setText(text.advice);
    help_->setVisible(text.state == ShownState::no_source);
    lamp_->setPixmap(lamp(lamp_colour(text.state), word_->fontMetrics().ascent(), devicePixelRatioF()));
    setAccessibleDescription(text.word + QStringLiteral(". ") + text.advice);
}

void StateBox::show_details(const QString& text) {
    details_->setText(text);
    details_->setVisible(!text.isEmpty());
}

} // namespace mien::gui
