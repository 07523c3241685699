#include "gui/held_slider.h"

#include <algorithm>

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QSignalBlocker>
#include <QSlider>
#include <QStyle>
#include <QStyleOptionSlider>
#include <QToolButton>

#include "gui/icons.h"

namespace mien::gui {

namespace {

constexpr int full = 100;

int to_position(float value) {
    return static_cast<int>(std::clamp(value, 0.0f, 1.0f) * full + 0.5f);
}

} // namespace

/// A slider with a second value, shown as a mark.
class MarkedSlider : public QSlider {
public:
    explicit MarkedSlider(QWidget* parent) : QSlider(Qt::Horizontal, parent) {}

    void set_mark(int position) {
        if (position == mark_) return;
        mark_ = position;
        if (shown_) update();
    }
    void show_mark(bool shown) {
        shown_ = shown;
        update();
    }

protected:
    void paintEvent(QPaintEvent* event) override {
        QSlider::paintEvent(event);
        if (!shown_) return;
        QStyleOptionSlider option;
        initStyleOption(&option);
        const QRect handle =
            style()->subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderHandle, this);
        const QRect groove =
            style()->subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderGroove, this);
        const int way =
            QStyle::sliderPositionFromValue(minimum(), maximum(), mark_, groove.width() - handle.width());
        const double thick = std::max(2.0, fontMetrics().height() / 8.0);
        QPainter painter(this);
        painter.fillRect(QRectF(groove.left() + way + handle.width() / 2.0 - thick / 2, handle.top(), thick,
                                handle.height()),
                         palette().color(QPalette::Highlight));
    }

private:
    int mark_ = 0;
    bool shown_ = false;
};

HeldSlider::HeldSlider(const QString& name, QWidget* parent)
    : QWidget(parent), slider_(new MarkedSlider(this)), value_(new QLabel(this)),
      release_(new QToolButton(this)) {
    const QFontMetrics metrics = fontMetrics();
    slider_->setRange(0, full);
    slider_->setPageStep(full / 10);
    slider_->setFocusPolicy(Qt::StrongFocus);
    slider_->setMinimumWidth(metrics.averageCharWidth() * 8);
    slider_->installEventFilter(this);
    connect(slider_, &QSlider::valueChanged, this, &HeldSlider::moved);
    value_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    value_->setFixedWidth(metrics.horizontalAdvance(QStringLiteral("0.000")));
    release_->setAutoRaise(true);
    release_->setIcon(icon(Icon::reset));
    connect(release_, &QToolButton::clicked, this, &HeldSlider::let_go);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(metrics.averageCharWidth() / 2);
    layout->addWidget(slider_, 1);
    layout->addWidget(value_);
    layout->addWidget(release_);
    set_name(name);
    show_state();
}

void HeldSlider::set_name(const QString& name) {
    slider_->setAccessibleName(name);
    slider_->setToolTip(tr("Drag to hold %1 at a value, whatever the performer does.").arg(name));
    release_->setToolTip(tr("Let go: %1 follows the performer again.").arg(name));
    release_->setAccessibleName(tr("Let go of %1").arg(name));
}

bool HeldSlider::eventFilter(QObject* watched, QEvent* event) {
    // The wheel scrolls the panel; it must not change a slider that happens to pass under the pointer.
    if (event->type() == QEvent::Wheel && !slider_->hasFocus()) {
        event->ignore();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

QSlider* HeldSlider::slider() {
    return slider_;
}

std::optional<float> HeldSlider::held() const {
    if (!held_) return std::nullopt;
    return static_cast<float>(slider_->value()) / full;
}

void HeldSlider::follow(float value) {
    slider_->set_mark(to_position(value));
    if (held_ || to_position(value) == slider_->value()) return;
    const QSignalBlocker quiet(slider_);
    slider_->setValue(to_position(value));
    show_state();
}

void HeldSlider::hold(float value) {
    {
        const QSignalBlocker quiet(slider_);
        slider_->setValue(to_position(value));
    }
    moved();
}

void HeldSlider::moved() {
    held_ = true;
    show_state();
    emit held_changed(held());
}

void HeldSlider::let_go() {
    if (!held_) return;
    held_ = false;
    show_state();
    emit held_changed(std::nullopt);
}

void HeldSlider::show_state() {
    slider_->show_mark(held_);
    value_->setText(QString::number(slider_->value() / static_cast<double>(full), 'f', 2));
    QFont font = value_->font();
    if (font.bold() != held_) {
        font.setBold(held_);
        value_->setFont(font);
    }
    release_->setEnabled(held_);
}

} // namespace mien::gui
