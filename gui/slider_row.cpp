#include "gui/slider_row.h"

#include <algorithm>

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>

#include "gui/icons.h"

namespace mien::gui {

namespace {
constexpr int full = 100;
} // namespace

SliderRow::SliderRow(const QString& name, QWidget* parent)
    : QWidget(parent), name_(name), label_(new QLabel(this)), slider_(new QSlider(Qt::Horizontal, this)),
      value_(new QLabel(this)), release_(new QToolButton(this)) {
    const QFontMetrics metrics = fontMetrics();
    label_->setTextFormat(Qt::PlainText);
    label_->setFixedWidth(metrics.averageCharWidth() * 20);
    label_->setText(metrics.elidedText(name, Qt::ElideMiddle, label_->width()));
    label_->setToolTip(name);
    slider_->setRange(0, full);
    slider_->setPageStep(full / 10);
    slider_->setFocusPolicy(Qt::StrongFocus);
    slider_->setAccessibleName(name);
    slider_->setToolTip(tr("Drag to hold %1 at a value, whatever the performer does.").arg(name));
    slider_->setMinimumWidth(metrics.averageCharWidth() * 8);
    slider_->installEventFilter(this);
    connect(slider_, &QSlider::valueChanged, this, &SliderRow::hold);
    value_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    value_->setFixedWidth(metrics.horizontalAdvance(QStringLiteral("0.000")));
    release_->setAutoRaise(true);
    release_->setIcon(icon(Icon::reset));
    release_->setToolTip(tr("Let go: %1 follows the performer again.").arg(name));
    release_->setAccessibleName(tr("Let go of %1").arg(name));
    connect(release_, &QToolButton::clicked, this, &SliderRow::let_go);

    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(metrics.averageCharWidth() / 2);
    layout->addWidget(label_);
    layout->addWidget(slider_, 1);
    layout->addWidget(value_);
    layout->addWidget(release_);
    show_state();
}

bool SliderRow::eventFilter(QObject* watched, QEvent* event) {
    // The wheel scrolls the panel; it must not change a slider that happens to pass under the pointer.
    if (event->type() == QEvent::Wheel && !slider_->hasFocus()) {
        event->ignore();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void SliderRow::follow(float value) {
    if (held_) return;
    const QSignalBlocker quiet(slider_);
    const int position = static_cast<int>(std::clamp(value, 0.0f, 1.0f) * full + 0.5f);
    if (position == slider_->value()) return;
    slider_->setValue(position);
    show_state();
}

void SliderRow::hold(int position) {
    held_ = true;
    show_state();
    emit held_changed(static_cast<float>(position) / full);
}

void SliderRow::let_go() {
    if (!held_) return;
    held_ = false;
    show_state();
    emit held_changed(std::nullopt);
}

void SliderRow::show_state() {
    value_->setText(QString::number(slider_->value() / static_cast<double>(full), 'f', 2));
    QFont font = label_->font();
    if (font.bold() != held_) {
        font.setBold(held_);
        label_->setFont(font);
        value_->setFont(font);
    }
    release_->setEnabled(held_);
}

} // namespace mien::gui
